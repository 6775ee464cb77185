import { password, type Caller, type Reply } from './api-world.js';

/** Looked for in every search: stands in every title, word, name and note of one agency, and nowhere else. */
export const sought = 'Zvezdarium';

/** What an agency has that goes by an id. */
export type Kind =
  | 'connection'
  | 'feed'
  | 'listing'
  | 'hold'
  | 'poll'
  | 'change'
  | 'token'
  | 'user'
  | 'reconcile'
  | 'agency'
  | 'meaning'
  | 'question'
  | 'account';
export type Ids = Record<Kind, string>;

/** Ids in paths, by the part before them. */
export const inPaths: Readonly<Record<string, Kind>> = {
  'agencies/{name}': 'agency',
  'changes/{id}': 'change',
  'connections/{id}': 'connection',
  'feeds/{name}': 'feed',
  'holds/{id}': 'hold',
  'listings/{connection}': 'connection',
  'polls/{id}': 'poll',
  'questions/{id}': 'question',
  'reconciles/{number}': 'reconcile',
  'tokens/{id}': 'token',
  'users/{id}': 'user',
  '{connection}/{id}': 'listing',
};
export const inQueries: Readonly<Record<string, Kind>> = {
  connection: 'connection',
  feed: 'feed',
  listing: 'listing',
};
export const inBodies: Readonly<Record<string, Kind>> = {
  connection: 'connection',
  connections: 'connection',
  give_to: 'feed',
  take_back: 'meaning',
};

/** Parameters that name nothing of anybody. */
const plain = new Set(
  'file limit cursor sort language state standing stale there about portal presence unknown kind days hours level run since until q code before meaning place category'.split(
    ' ',
  ),
);
/** Without these there is no answer. */
export const neededQueries: Readonly<Record<string, (ids: Ids) => string>> = {
  'GET /search': () => `q=${sought}`,
  'GET /places': () => 'q=Novi Sad',
  'GET /charts/size': ({ feed }) => `feed=${feed}`,
  'GET /charts/items': ({ connection }) => `connection=${connection}`,
  'GET /charts/delay': ({ feed }) => `feed=${feed}`,
};

/** Where what the schema asks for is not enough for a request that could be carried out. */
export const bodies: Readonly<Record<string, (ids: Ids) => object>> = {
  'POST /session': ({ account }) => ({ name: account, password: `not ${password}` }),
  'POST /tokens': () => ({ label: 'crm', scope: 'poll' }),
  'PUT /session/mail': () => ({ at_once: true, digest: true, language: null }),
  'PUT /session/password': () => ({ former: 'wrong', password: `${password} again` }),
  'PUT /feeds/{name}/words': () => ({ words: [{ table: 'heating', word: 'x', key: null }] }),
  'PUT /feeds/{name}/mapping': () => ({ text: 'no: mapping' }),
  'POST /agencies/{name}/setup/confirm': () => ({ ok: true, language: 'en', name: 'Ana', role: 'owner' }),
};

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  format?: string;
  minimum?: number;
  minLength?: number;
  minItems?: number;
}
export interface Operation {
  parameters?: { name: string; in: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}
export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}
/** One place of an operation where an id stands. */
export interface Slot {
  kind: Kind;
  /** The part of the path with the id, or the name in query or body. */
  at: string;
  where: 'path' | 'query' | 'body';
}

/** An operation of the document, asked with ids where ids stand. */
export class Asked {
  readonly path: string;
  readonly slots: readonly Slot[];
  readonly #schema: Schema | undefined;

  constructor(
    readonly endpoint: string,
    private readonly operation: Operation,
    private readonly document: Document,
  ) {
    this.path = endpoint.slice(endpoint.indexOf(' ') + 1);
    this.#schema = operation.requestBody?.content['application/json']?.schema;
    this.slots = [...this.#inPath(), ...this.#inQuery(), ...this.#inBody()];
  }

  /** Parameters that nobody thought of. */
  get unknown(): string[] {
    const known = new Set(this.slots.map(({ at }) => at));
    const named = (this.operation.parameters ?? []).filter(({ name, in: where }) =>
      where === 'path'
        ? ![...known].some((at) => at.endsWith(`/{${name}}`))
        : !known.has(name) && !plain.has(name),
    );
    return named.map(({ name }) => `${this.endpoint}: ${name}`);
  }

  /** A list, as each of the values makes it that it can be asked with. */
  get choices(): string[] {
    if (!this.endpoint.startsWith('GET') || this.path.includes('{')) return [];
    return (this.operation.parameters ?? []).flatMap(({ name, schema }) =>
      (resolved(this.document, schema).enum ?? []).map((value) => `${this.path}?${name}=${String(value)}`),
    );
  }

  /** @param at where the ids of `others` stand; elsewhere the agency's own */
  ask(caller: Caller, own: Ids, at?: Slot, others = own): Promise<Reply> {
    const idAt = (slot: Slot): string =>
      (slot.where === at?.where && slot.at === at.at ? others : own)[slot.kind];
    let path = `/${this.path.slice(1)}`;
    for (const slot of this.slots.filter(({ where }) => where === 'path')) {
      const [before = '', part = ''] = slot.at.split('/');
      // The part before may be an id that stands there already.
      const holder = before.startsWith('{') ? '[^/]+' : before;
      path = path.replace(
        new RegExp(`/(${holder})/${part.replace(/[{}]/g, '\\$&')}`),
        (_all, kept: string) => `/${kept}/${encodeURIComponent(idAt(slot))}`,
      );
    }
    const asked = at?.where === 'query' ? `${at.at}=${encodeURIComponent(idAt(at))}` : '';
    const query = asked === '' ? (neededQueries[this.endpoint]?.(own) ?? '') : asked;
    const body = this.#body(at, own, others);
    const method = this.endpoint.split(' ')[0] ?? '';
    return caller.ask(method, query === '' ? path : `${path}?${query}`, body === undefined ? {} : { body });
  }

  #body(at: Slot | undefined, own: Ids, others: Ids): unknown {
    if (this.#schema === undefined) return undefined;
    const given =
      bodies[this.endpoint]?.(at === undefined ? own : others) ?? exampleOf(this.document, this.#schema);
    const wanted = this.slots.filter(
      ({ where, at: name }) => where === 'body' && (name === at?.at || name in (given as object)),
    );
    const named = wanted.map((slot) => {
      const id = (at?.where === 'body' && slot.at === at.at ? others : own)[slot.kind];
      const schema = resolved(this.document, this.#schema).properties?.[slot.at];
      const list = resolved(this.document, schema).type === 'array';
      const one =
        resolved(this.document, list ? resolved(this.document, schema).items : schema).type === 'integer'
          ? Number(id)
          : id;
      return [slot.at, list ? [one] : one] as const;
    });
    return { ...(given as object), ...Object.fromEntries(named) };
  }

  #inPath(): Slot[] {
    const parts = this.path.split('/');
    return parts.flatMap((part, index) => {
      const at = `${parts[index - 1] ?? ''}/${part}`;
      const kind = inPaths[at];
      return part.startsWith('{') && kind !== undefined ? [{ kind, at, where: 'path' as const }] : [];
    });
  }

  #inQuery(): Slot[] {
    return (this.operation.parameters ?? []).flatMap(({ name, in: where }) => {
      const kind = inQueries[name];
      return where === 'query' && kind !== undefined ? [{ kind, at: name, where: 'query' as const }] : [];
    });
  }

  #inBody(): Slot[] {
    return Object.keys(resolved(this.document, this.#schema).properties ?? {}).flatMap((name) => {
      const kind = inBodies[name];
      return kind === undefined ? [] : [{ kind, at: name, where: 'body' as const }];
    });
  }
}

function resolved(document: Document, schema: Schema = {}): Schema {
  if (schema.$ref !== undefined)
    return resolved(document, document.components.schemas[schema.$ref.split('/').at(-1) ?? '']);
  const parts = (schema.allOf ?? []).map((part) => resolved(document, part));
  return parts.reduce((whole, part) => ({ ...whole, ...part }), schema);
}

/** As little as the schema lets pass. */
function exampleOf(document: Document, given: Schema | undefined): unknown {
  const schema = resolved(document, given);
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return exampleOf(document, schema.anyOf[0]);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, exampleOf(document, schema.properties?.[name])]),
      );
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => exampleOf(document, schema.items));
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    case 'boolean':
      return false;
    default:
      return schema.format === 'date-time' ? '2099-01-01T00:00:00Z' : 'x'.repeat(schema.minLength ?? 1);
  }
}
