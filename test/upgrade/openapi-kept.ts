import { isDeepStrictEqual } from 'node:util';
import { alternativesOf, type Alternative, type Components, type Schema } from './schema-alternatives.js';

interface Media {
  schema?: Schema;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses?: Record<string, { content?: Record<string, Media>; headers?: Record<string, Media> }>;
  security?: Record<string, unknown>[];
  'x-roles'?: string[];
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Components };
}

/** Who writes the value: what a client may send must stay good, and what it may get must stay known to it. */
type Side = 'sent' | 'received';

/**
 * What a client of the older document cannot rely on any more, a line for each: paths, methods, parameters, statuses, headers,
 * properties, enum values, roles and ways to sign in that are gone; what was optional in a request and is required, what is
 * bounded more tightly; what a response may lack or be that it could not.
 */
export function narrowed(older: ApiDocument, newer: ApiDocument): string[] {
  return new Comparison(older, newer).run();
}

class Comparison {
  readonly #lines: string[] = [];
  /** Pairs of schemas under way: a schema may hold itself. */
  readonly #under: [Schema, Schema][] = [];

  constructor(
    private readonly older: ApiDocument,
    private readonly newer: ApiDocument,
  ) {}

  run(): string[] {
    for (const [path, methods] of Object.entries(this.older.paths)) {
      const kept = this.newer.paths[path];
      if (kept === undefined) this.#lines.push(`${path} is gone`);
      else
        for (const [method, operation] of Object.entries(methods)) {
          const where = `${method.toUpperCase()} ${path}`;
          const now = kept[method];
          if (now === undefined) this.#lines.push(`${where} is gone`);
          else this.#operation(where, operation, now);
        }
    }
    return this.#lines;
  }

  #operation(where: string, older: Operation, newer: Operation): void {
    this.#access(where, older, newer);
    this.#parameters(where, older.parameters ?? [], newer.parameters ?? []);
    this.#body(where, older.requestBody, newer.requestBody);
    for (const [status, reply] of Object.entries(older.responses ?? {})) {
      const now = newer.responses?.[status];
      if (now === undefined) {
        this.#lines.push(`${where}: status ${status} is gone`);
        continue;
      }
      this.#contents(`${where} ${status}`, reply.content ?? {}, now.content ?? {}, 'received');
      for (const [name, header] of Object.entries(reply.headers ?? {})) {
        const kept = now.headers?.[name];
        if (kept === undefined) this.#lines.push(`${where} ${status}: header ${name} is gone`);
        else this.#schema(`${where} ${status} header ${name}`, header.schema, kept.schema, 'received');
      }
    }
  }

  #access(where: string, older: Operation, newer: Operation): void {
    for (const role of older['x-roles'] ?? [])
      if (newer['x-roles']?.includes(role) !== true) this.#lines.push(`${where}: not for ${role} any more`);
    const now = newer.security ?? [];
    const was = older.security ?? [];
    if (was.length === 0 && now.length > 0) this.#lines.push(`${where}: not without signing in any more`);
    for (const way of was)
      if (now.length > 0 && !now.some((other) => isDeepStrictEqual(other, way)))
        this.#lines.push(`${where}: not by ${Object.keys(way).join(' and ')} any more`);
  }

  #parameters(where: string, older: readonly Parameter[], newer: readonly Parameter[]): void {
    const sameAs =
      (one: Parameter) =>
      (other: Parameter): boolean =>
        other.name === one.name && other.in === one.in;
    for (const parameter of older) {
      const now = newer.find(sameAs(parameter));
      const place = `${where} ${parameter.in} ${parameter.name}`;
      if (now === undefined) {
        this.#lines.push(`${place} is gone`);
        continue;
      }
      if (now.required === true && parameter.required !== true) this.#lines.push(`${place} is required now`);
      this.#schema(place, parameter.schema, now.schema, 'sent');
    }
    for (const parameter of newer)
      if (parameter.required === true && !older.some(sameAs(parameter)))
        this.#lines.push(`${where} ${parameter.in} ${parameter.name} is new and required`);
  }

  #body(where: string, older: Operation['requestBody'], newer: Operation['requestBody']): void {
    if (newer?.required === true && older?.required !== true)
      this.#lines.push(`${where}: a body is required now`);
    if (older === undefined) return;
    if (newer === undefined) this.#lines.push(`${where}: the body is gone`);
    else this.#contents(`${where} body`, older.content, newer.content, 'sent');
  }

  #contents(where: string, older: Record<string, Media>, newer: Record<string, Media>, side: Side): void {
    for (const [type, { schema }] of Object.entries(older)) {
      const now = newer[type];
      if (now === undefined) this.#lines.push(`${where}: ${type} is gone`);
      else this.#schema(where, schema, now.schema, side);
    }
  }

  #schema(where: string, older: Schema = {}, newer: Schema = {}, side: Side): void {
    if (this.#under.some(([a, b]) => a === older && b === newer)) return;
    this.#under.push([older, newer]);
    const was = alternativesOf(older, this.older.components.schemas);
    const now = alternativesOf(newer, this.newer.components.schemas);
    for (const one of was) this.#kept(where, one, now, side);
    if (side === 'received')
      for (const type of new Set(now.map((one) => one.type)))
        if (!was.some((one) => covers(one.type, type))) this.#lines.push(`${where} may be ${type} now`);
    this.#under.pop();
  }

  /** Of several kinds of one type the one that has most of it counts. */
  #kept(where: string, older: Alternative, newer: readonly Alternative[], side: Side): void {
    const candidates = newer.filter(({ type }) =>
      side === 'sent' ? covers(type, older.type) : covers(type, older.type) || covers(older.type, type),
    );
    if (candidates.length === 0) {
      this.#lines.push(`${where} is not ${older.type} any more`);
      return;
    }
    const tries = candidates.map((one) => this.#linesOf(() => this.#same(where, older, one, side)));
    const best = tries.reduce((a, b) => (b.length < a.length ? b : a));
    this.#lines.push(...best);
  }

  #linesOf(compare: () => void): string[] {
    const before = this.#lines.length;
    compare();
    return this.#lines.splice(before);
  }

  #same(where: string, older: Alternative, newer: Alternative, side: Side): void {
    this.#values(where, older, newer, side);
    this.#properties(where, older, newer, side);
    if (older.items !== null || newer.items !== null)
      this.#schema(`${where}[]`, older.items ?? {}, newer.items ?? {}, side);
  }

  #values(where: string, older: Alternative, newer: Alternative, side: Side): void {
    if (newer.enum !== null)
      for (const value of older.enum ?? [])
        if (!newer.enum.includes(value)) this.#lines.push(`${where}: ${JSON.stringify(value)} is gone`);
    if (side === 'received') {
      if (older.enum !== null && newer.enum === null) this.#lines.push(`${where} may be any value now`);
      if (older.format !== null && older.format !== newer.format)
        this.#lines.push(`${where} is not ${older.format} any more`);
      return;
    }
    if (older.enum === null && newer.enum !== null) this.#lines.push(`${where} is one of few values now`);
    if (newer.format !== null && newer.format !== older.format)
      this.#lines.push(`${where} must be ${newer.format} now`);
    if (newer.pattern !== null && newer.pattern !== older.pattern)
      this.#lines.push(`${where} must fit ${newer.pattern} now`);
    for (const [name, bound] of Object.entries(newer.least))
      if (bound > (older.least as Record<string, number>)[name]!)
        this.#lines.push(`${where}: ${name} is ${bound} now`);
    for (const [name, bound] of Object.entries(newer.most))
      if (bound < (older.most as Record<string, number>)[name]!)
        this.#lines.push(`${where}: ${name} is ${bound} now`);
  }

  #properties(where: string, older: Alternative, newer: Alternative, side: Side): void {
    for (const [name, schema] of Object.entries(older.properties)) {
      const now = newer.properties[name];
      if (now === undefined) this.#lines.push(`${where}.${name} is gone`);
      else this.#schema(`${where}.${name}`, schema, now, side);
    }
    const [must, mayLack] = side === 'sent' ? [newer, older] : [older, newer];
    for (const name of must.required)
      if (!mayLack.required.includes(name) && (side === 'sent' || name in newer.properties))
        this.#lines.push(`${where}.${name} ${side === 'sent' ? 'is required now' : 'may be absent now'}`);
    this.#additional(where, older.additional, newer.additional, side);
  }

  #additional(where: string, older: boolean | Schema, newer: boolean | Schema, side: Side): void {
    if (typeof older === 'object')
      this.#schema(`${where}.*`, older, typeof newer === 'object' ? newer : {}, side);
    else if (side === 'sent' && older && newer !== true)
      this.#lines.push(`${where} takes no other properties any more`);
  }
}

/** Whether every value of type `inner` is one of type `outer`. */
function covers(outer: string, inner: string): boolean {
  return outer === inner || outer === 'any' || (outer === 'number' && inner === 'integer');
}
