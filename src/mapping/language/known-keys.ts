import { nearestKey } from '../../core/content/nearest-key.js';
import { ownEntry } from '../../model/own-value.js';
import type { YamlPath } from './mapping-errors.js';

/** A node of a JSON Schema without references. */
interface SchemaNode {
  properties?: Record<string, SchemaNode>;
  additionalProperties?: SchemaNode | boolean;
  items?: SchemaNode | boolean;
  anyOf?: SchemaNode[];
  oneOf?: SchemaNode[];
}

/**
 * What to write instead of an unknown key, as a sentence that begins with a blank: the nearest known key, or all known keys if there are at
 * most 12. Empty if there is no advice.
 */
export function keyAdvice(schema: Readonly<Record<string, unknown>>, path: YamlPath, key: string): string {
  let nodes = forms(schema);
  for (const step of path) nodes = nodes.flatMap((node) => below(node, String(step))).flatMap(forms);
  const known = [...new Set(nodes.flatMap((node) => Object.keys(node.properties ?? {})))];
  const nearest = nearestKey(key, known);
  if (nearest !== null) return ` Did you mean ${nearest}?`;
  return known.length > 0 && known.length <= 12 ? ` Known are: ${known.join(', ')}.` : '';
}

/** The alternatives of a node, at any depth of unions. */
function forms(node: SchemaNode): SchemaNode[] {
  const others = [...(node.anyOf ?? []), ...(node.oneOf ?? [])];
  return others.length === 0 ? [node] : others.flatMap(forms);
}

function below({ properties, additionalProperties, items }: SchemaNode, step: string): SchemaNode[] {
  const named = properties && ownEntry(properties, step);
  if (named) return [named];
  const open = /^\d+$/.test(step) && typeof items === 'object' ? items : additionalProperties;
  return typeof open === 'object' ? [open] : [];
}
