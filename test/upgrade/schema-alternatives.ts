/** What JSON Schema says of a value in an OpenAPI document, as far as the documents of releases use it. */
export interface Schema {
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

/** One kind of value that a schema takes: of a single type, with nothing left to combine at its root. */
export interface Alternative {
  /** `any` where the schema names none. */
  type: string;
  enum: unknown[] | null;
  properties: Readonly<Record<string, Schema>>;
  required: readonly string[];
  items: Schema | null;
  additional: boolean | Schema;
  pattern: string | null;
  format: string | null;
  least: Readonly<Record<Least, number>>;
  most: Readonly<Record<Most, number>>;
}

const leastNames = ['minimum', 'minLength', 'minItems'] as const;
const mostNames = ['maximum', 'maxLength', 'maxItems'] as const;
type Least = (typeof leastNames)[number];
type Most = (typeof mostNames)[number];

export type Components = Readonly<Record<string, Schema>>;

/** Every kind of value that a schema takes; none: it takes nothing. @throws for a reference that leads nowhere */
export function alternativesOf(schema: Schema, components: Components): Alternative[] {
  const { $ref, allOf = [], anyOf, oneOf, ...own } = schema;
  const parts: Alternative[][] = [ownAlternatives(own)];
  if ($ref !== undefined) parts.push(alternativesOf(resolve($ref, components), components));
  for (const part of allOf) parts.push(alternativesOf(part, components));
  for (const choice of [anyOf, oneOf])
    if (choice !== undefined) parts.push(choice.flatMap((one) => alternativesOf(one, components)));
  return parts.reduce((left, right) => left.flatMap((a) => right.flatMap((b) => both(a, b))));
}

function resolve(ref: string, components: Components): Schema {
  const found = components[ref.replace('#/components/schemas/', '')];
  if (found === undefined) throw new Error(`${ref} leads nowhere`);
  return found;
}

function ownAlternatives(own: Schema): Alternative[] {
  const types = own.type === undefined ? ['any'] : [own.type].flat();
  return types.map((type) => ({
    type,
    enum: enumOf(own, type),
    properties: own.properties ?? {},
    required: own.required ?? [],
    items: own.items ?? null,
    additional: own.additionalProperties ?? true,
    pattern: own.pattern ?? null,
    format: own.format ?? null,
    least: boundsOf(leastNames, own, -Infinity),
    most: boundsOf(mostNames, own, Infinity),
  }));
}

function enumOf(own: Schema, type: string): unknown[] | null {
  const values = own.const === undefined ? own.enum : [own.const];
  if (values === undefined || type === 'null') return null;
  return type === 'any' ? values : values.filter((value) => value !== null);
}

function boundsOf<Name extends Least | Most>(
  names: readonly Name[],
  own: Schema,
  none: number,
): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, own[name] ?? none])) as Record<Name, number>;
}

/** A value that is both; nothing where no value can be. */
function both(a: Alternative, b: Alternative): Alternative[] {
  const type = commonType(a.type, b.type);
  if (type === null) return [];
  return [
    {
      type,
      enum: a.enum && b.enum ? a.enum.filter((value) => b.enum?.includes(value)) : (a.enum ?? b.enum),
      properties: { ...a.properties, ...withAll(a.properties, b.properties) },
      required: [...new Set([...a.required, ...b.required])],
      items: a.items ?? b.items,
      additional: a.additional === true ? b.additional : a.additional,
      pattern: a.pattern ?? b.pattern,
      format: a.format ?? b.format,
      least: mergeBounds(a.least, b.least, Math.max),
      most: mergeBounds(a.most, b.most, Math.min),
    },
  ];
}

function withAll(
  a: Readonly<Record<string, Schema>>,
  b: Readonly<Record<string, Schema>>,
): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(b).map(([name, schema]) => {
      const other = a[name];
      return [name, other === undefined ? schema : { allOf: [other, schema] }];
    }),
  );
}

function mergeBounds<Name extends string>(
  a: Readonly<Record<Name, number>>,
  b: Readonly<Record<Name, number>>,
  choose: (a: number, b: number) => number,
): Record<Name, number> {
  const names = Object.keys(a) as Name[];
  return Object.fromEntries(names.map((name) => [name, choose(a[name], b[name])])) as Record<Name, number>;
}

function commonType(a: string, b: string): string | null {
  if (a === b || b === 'any') return a;
  if (a === 'any') return b;
  const isNumeric = [a, b].every((type) => type === 'number' || type === 'integer');
  return isNumeric ? 'integer' : null;
}
