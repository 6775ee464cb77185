import { nearestKey } from '../../core/content/nearest-key.js';
import type { YamlPath } from './mapping-errors.js';

/** What a JSON Schema, written out without references, says of one place. */
interface SchemaNode {
  properties?: Record<string, SchemaNode>;
  additionalProperties?: SchemaNode | boolean;
  items?: SchemaNode | boolean;
  anyOf?: SchemaNode[];
  oneOf?: SchemaNode[];
}

/** What to write instead of a key that is not known at this place: the nearest known one, or all where there are few. */
export function keyAdvice(schema: Readonly<Record<string, unknown>>, path: YamlPath, key: string): string {
  let nodes = forms(schema);
  for (const step of path) nodes = nodes.flatMap((node) => below(node, String(step))).flatMap(forms);
  const known = [...new Set(nodes.flatMap((node) => Object.keys(node.properties ?? {})))];
  const nearest = nearestKey(key, known);
  if (nearest !== null) return ` Did you mean ${nearest}?`;
  return known.length > 0 && known.length <= 12 ? ` Known are: ${known.join(', ')}.` : '';
}

/** Every form that a place may have. */
function forms(node: SchemaNode): SchemaNode[] {
  const others = [...(node.anyOf ?? []), ...(node.oneOf ?? [])];
  return others.length === 0 ? [node] : others.flatMap(forms);
}

function below({ properties, additionalProperties, items }: SchemaNode, step: string): SchemaNode[] {
  const named = properties && Object.hasOwn(properties, step) ? properties[step] : undefined;
  if (named) return [named];
  const open = /^\d+$/.test(step) && typeof items === 'object' ? items : additionalProperties;
  return typeof open === 'object' ? [open] : [];
}
