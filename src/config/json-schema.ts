import { z } from 'zod';
import { writtenSchema } from './schema.js';

type SchemaNode = Readonly<Record<string, unknown>>;

export interface ReferenceEntry {
  /** Dotted, with `[]` for the elements of a list: `feeds[].url`. */
  key: string;
  /** As written in the file; undefined if a value is required, or if the key is a section. */
  default: unknown;
  text: string;
}

/** JSON Schema (2020-12) of the configuration file, for editors. */
export function configJsonSchema(): Record<string, unknown> {
  return { title: 'feedsync configuration', ...generate() };
}

/** Every key in the order of the schema, for the reference in the documentation. */
export function configReference(): ReferenceEntry[] {
  return [...entriesOf(generate(), '')];
}

/** The schema of the value at a path; null if there is none. */
export function schemaAt(path: readonly PropertyKey[]): SchemaNode | null {
  let node: SchemaNode | null = generate();
  for (const step of path) node = node === null ? null : childOf(node, step);
  return node;
}

/** The keys of the map at a path; empty if any key is allowed, or if no map belongs there. */
export function keysAt(path: readonly PropertyKey[]): string[] {
  return Object.keys(propertiesOf(schemaAt(path) ?? {}));
}

let generated: SchemaNode | undefined;

function generate(): SchemaNode {
  generated ??= z.toJSONSchema(writtenSchema, {
    io: 'input',
    // A reference such as ${NAME} is allowed wherever text is.
    override: ({ jsonSchema }) => {
      if (jsonSchema.pattern !== undefined) jsonSchema.pattern = `(?:${jsonSchema.pattern})|\\$\\{`;
    },
  }) as SchemaNode;
  return generated;
}

function* entriesOf(node: SchemaNode, prefix: string): Generator<ReferenceEntry> {
  for (const [name, property] of Object.entries(propertiesOf(node))) {
    const key = prefix + name;
    const items = asNode(property.items);
    const inner = items ?? property;
    const isSection = Object.keys(propertiesOf(inner)).length > 0;
    const text = typeof property.description === 'string' ? property.description : '';
    yield { key, default: isSection ? undefined : property.default, text };
    if (key !== 'feed_defaults') yield* entriesOf(inner, items === null ? `${key}.` : `${key}[].`);
  }
}

function childOf(node: SchemaNode, step: PropertyKey): SchemaNode | null {
  if (typeof step === 'number') return asNode(node.items);
  return propertiesOf(node)[String(step)] ?? asNode(node.additionalProperties);
}

/** The properties of a map, or of the map that a nullable value may be. */
function propertiesOf(node: SchemaNode): Readonly<Record<string, SchemaNode>> {
  const forms = Array.isArray(node.anyOf) ? node.anyOf.map(asNode) : [node];
  for (const form of forms) {
    const properties = asNode(form?.properties);
    if (properties !== null) return properties as Readonly<Record<string, SchemaNode>>;
  }
  return {};
}

function asNode(value: unknown): SchemaNode | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as SchemaNode) : null;
}
