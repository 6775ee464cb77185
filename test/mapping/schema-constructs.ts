/** What a JSON Schema without references says of one place. */
interface SchemaNode {
  const?: unknown;
  properties?: Record<string, SchemaNode>;
  additionalProperties?: SchemaNode | boolean;
  items?: SchemaNode | boolean;
  anyOf?: SchemaNode[];
  oneOf?: SchemaNode[];
}

/** Fields of the listing are told in the portal's specification, and these words need no explanation. */
const selfEvident = new Set(['fields', 'about']);

/** Every key of the language that none of the values uses, as `keys it stands among: key`. */
export function unusedConstructs(schema: Record<string, unknown>, values: readonly unknown[]): string[] {
  const known = new Set<string>();
  collect(schema, known);
  for (const value of values) mark(schema, value, known);
  return [...known];
}

function collect(node: SchemaNode, known: Set<string>): void {
  for (const form of forms(node)) {
    for (const [key, below] of Object.entries(form.properties ?? {})) {
      if (isKey(form, key)) known.add(constructOf(form, key));
      collect(below, known);
    }
    for (const below of [form.additionalProperties, form.items])
      if (typeof below === 'object') collect(below, known);
  }
}

function mark(node: SchemaNode, value: unknown, known: Set<string>): void {
  for (const form of forms(node)) {
    if (Array.isArray(value)) {
      if (typeof form.items === 'object') for (const item of value) mark(form.items, item, known);
      continue;
    }
    if (typeof value !== 'object' || value === null) continue;
    const entries = Object.entries(value);
    const { properties, additionalProperties: open } = form;
    if (properties && !entries.every(([key, one]) => key in properties && fits(properties[key], one)))
      continue;
    for (const [key, one] of entries) {
      const below = properties?.[key] ?? (typeof open === 'object' ? open : undefined);
      if (properties) known.delete(constructOf(form, key));
      if (below) mark(below, one, known);
    }
  }
}

/** Tells the containers apart. */
function fits(node: SchemaNode | undefined, value: unknown): boolean {
  return node?.const === undefined || node.const === value;
}

/** These mean the same for every container. */
const delivery = new Set(['declared_count', 'member', 'next_page', 'pages']);

/** Rules stand in many places of the schema, and are one construct. */
function constructOf({ properties = {} }: SchemaNode, key: string): string {
  const keys = Object.keys(properties).filter((name) => !name.includes('.'));
  const container = properties.container?.const;
  if (typeof container !== 'string') return `${keys.slice(0, 3).join(' ')}: ${key}`;
  return `${delivery.has(key) ? 'format' : container}: ${key}`;
}

function isKey({ properties = {} }: SchemaNode, key: string): boolean {
  return !('title.sr' in properties) && !selfEvident.has(key);
}

function forms(node: SchemaNode): SchemaNode[] {
  const others = [...(node.anyOf ?? []), ...(node.oneOf ?? [])];
  return others.length === 0 ? [node] : others.flatMap(forms);
}
