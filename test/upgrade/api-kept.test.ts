import { describe, expect, it } from 'vitest';
import { apiDocument } from '../server/api-document.js';
import { judge } from './announced.js';
import { keptValue } from './kept-files.js';
import { narrowed, type ApiDocument } from './openapi-kept.js';

const kept = await keptValue<ApiDocument>('openapi');
const document = (): ApiDocument => structuredClone(kept);

describe('the API of 0.1.0', () => {
  it('is offered whole: what is gone or narrower is announced', async () => {
    const now = JSON.parse(JSON.stringify(await apiDocument())) as ApiDocument;
    expect(judge(narrowed(document(), now), 'api')).toEqual({ unannounced: [], unused: [] });
  });
});

/** A small document of every kind of part. */
function small(): ApiDocument {
  const kind = { type: 'string', enum: ['full', 'delta'] };
  const feed = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      kind,
      next_at: { type: ['string', 'null'], format: 'date-time' },
      parts: { type: 'array', items: { $ref: '#/components/schemas/Feed' } },
      words: { type: 'object', additionalProperties: { type: 'integer' } },
      note: { anyOf: [{ type: 'string' }, { type: 'object', properties: { code: { type: 'string' } } }] },
    },
    required: ['name', 'kind'],
  };
  const body = {
    type: 'object',
    properties: {
      text: { type: 'string', maxLength: 100, minLength: 1 },
      limit: { type: ['integer', 'null'] },
    },
    required: ['text'],
  };
  return {
    paths: {
      '/feeds/{name}': {
        get: {
          'x-roles': ['operator', 'agency'],
          security: [{ session: [] }, { token: [] }],
          parameters: [{ name: 'q', in: 'query', required: false, schema: kind }],
          responses: {
            200: {
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Feed' } } },
              headers: { ETag: { schema: { type: 'string' } } },
            },
            404: {},
          },
        },
        post: { requestBody: { content: { 'application/json': { schema: body } } }, responses: {} },
      },
    },
    components: { schemas: { Feed: feed } },
  };
}

/** The part of a document at a path, to be changed. */
function at(root: ApiDocument, path: string): Record<string, unknown> {
  let part: unknown = root;
  for (const key of path.split(' ')) part = (part as Record<string, unknown>)[key];
  return part as Record<string, unknown>;
}

const get = 'paths /feeds/{name} get';
const bodyAt = 'paths /feeds/{name} post requestBody content application/json schema';
const feedAt = 'components schemas Feed';

const planted: readonly (readonly [line: RegExp, plant: (root: ApiDocument) => void])[] = [
  [/^\/feeds\/\{name\} is gone$/, (root) => delete at(root, 'paths')['/feeds/{name}']],
  [/^POST \S+ is gone$/, (root) => delete at(root, 'paths /feeds/{name}').post],
  [/query q is gone$/, (root) => (at(root, get).parameters = [])],
  [/query q is required now$/, (root) => (at(root, `${get} parameters 0`).required = true)],
  [
    /query r is new and required$/,
    (root) =>
      (at(root, get).parameters as object[]).push({ name: 'r', in: 'query', required: true, schema: {} }),
  ],
  [
    /query q: "delta" is gone$/,
    (root) => (at(root, `${get} parameters 0`).schema = { type: 'string', enum: ['full'] }),
  ],
  [/status 404 is gone$/, (root) => delete at(root, `${get} responses`)['404']],
  [/header ETag is gone$/, (root) => delete at(root, `${get} responses 200 headers`).ETag],
  [/application\/json is gone$/, (root) => (at(root, `${get} responses 200`).content = {})],
  [/not for agency any more$/, (root) => (at(root, get)['x-roles'] = ['operator'])],
  [/not by token any more$/, (root) => (at(root, get).security = [{ session: [] }])],
  [/200\.next_at is gone$/, (root) => delete at(root, `${feedAt} properties`).next_at],
  [/200\.kind: "delta" is gone$/, (root) => (at(root, `${feedAt} properties kind`).enum = ['full'])],
  [/200\.kind may be absent now$/, (root) => (at(root, feedAt).required = ['name'])],
  [/200\.name is not string any more$/, (root) => (at(root, `${feedAt} properties name`).type = 'integer')],
  [
    /200\.name may be null now$/,
    (root) => (at(root, `${feedAt} properties`).name = { anyOf: [{ type: 'string' }, { type: 'null' }] }),
  ],
  [
    /200\.next_at is not null any more$/,
    (root) => (at(root, `${feedAt} properties next_at`).type = 'string'),
  ],
  [
    /200\.next_at is not date-time any more$/,
    (root) => delete at(root, `${feedAt} properties next_at`).format,
  ],
  [
    /200\.words\.\* is not integer any more$/,
    (root) => (at(root, `${feedAt} properties words`).additionalProperties = { type: 'string' }),
  ],
  [
    /200\.note is not object any more$/,
    (root) => (at(root, `${feedAt} properties note`).anyOf as object[]).pop(),
  ],
  [/200\.note\.code is gone$/, (root) => (at(root, `${feedAt} properties note anyOf 1`).properties = {})],
  [/body\.limit is gone$/, (root) => delete at(root, `${bodyAt} properties`).limit],
  [/body\.limit is required now$/, (root) => (at(root, bodyAt).required = ['text', 'limit'])],
  [/body\.limit is not null any more$/, (root) => (at(root, `${bodyAt} properties limit`).type = 'integer')],
  [/body\.text: maxLength is 50 now$/, (root) => (at(root, `${bodyAt} properties text`).maxLength = 50)],
  [/body\.text: minLength is 2 now$/, (root) => (at(root, `${bodyAt} properties text`).minLength = 2)],
  [/body\.text must fit \^a\$ now$/, (root) => (at(root, `${bodyAt} properties text`).pattern = '^a$')],
  [/body\.text is one of few values now$/, (root) => (at(root, `${bodyAt} properties text`).enum = ['a'])],
  [/body takes no other properties any more$/, (root) => (at(root, bodyAt).additionalProperties = false)],
  [
    /post: a body is required now$|a body is required now$/,
    (root) => (at(root, 'paths /feeds/{name} post requestBody').required = true),
  ],
  [/the body is gone$/, (root) => delete at(root, 'paths /feeds/{name} post').requestBody],
];

const additions: readonly (readonly [what: string, plant: (root: ApiDocument) => void])[] = [
  ['a path', (root) => (at(root, 'paths')['/more'] = { get: {} })],
  [
    'an optional parameter',
    (root) => (at(root, get).parameters as object[]).push({ name: 'r', in: 'query' }),
  ],
  ['a property of a response', (root) => (at(root, `${feedAt} properties`).more = { type: 'string' })],
  ['a value of a response', (root) => (at(root, `${feedAt} properties kind`).enum as string[]).push('auto')],
  ['an optional property of a request', (root) => (at(root, `${bodyAt} properties`).more = {})],
  ['a wider type of a request', (root) => (at(root, `${bodyAt} properties text`).type = ['string', 'null'])],
  [
    'the same said by a reference',
    (root) => {
      at(root, 'components schemas').Name = { type: 'string' };
      at(root, `${feedAt} properties`).name = { allOf: [{ $ref: '#/components/schemas/Name' }] };
    },
  ],
];

describe('the comparison of API documents', () => {
  it('finds nothing between a document and itself', () => {
    expect(narrowed(small(), small())).toEqual([]);
    expect(narrowed(document(), document())).toEqual([]);
  });

  it.each(planted)('finds what was planted: %s', (line, plant) => {
    const changed = small();
    plant(changed);
    expect(narrowed(small(), changed)).toContainEqual(expect.stringMatching(line));
  });

  it.each(additions)('lets a document gain %s', (_what, plant) => {
    const changed = small();
    plant(changed);
    expect(narrowed(small(), changed)).toEqual([]);
  });

  it('finds every property that is taken out of the kept document', () => {
    const older = document();
    const newer = document();
    const tried = new Set<object>();
    const missed: string[] = [];
    for (const [path, methods] of Object.entries(newer.paths))
      for (const method of Object.keys(methods)) {
        const only = ({ paths, components }: ApiDocument): ApiDocument => ({
          paths: { [path]: { [method]: paths[path]![method]! } },
          components,
        });
        for (const properties of propertiesOf(methods[method]!, newer, tried))
          for (const [name, schema] of Object.entries(properties)) {
            Reflect.deleteProperty(properties, name);
            if (narrowed(only(older), only(newer)).length === 0) missed.push(`${method} ${path} ${name}`);
            properties[name] = schema;
          }
      }
    expect(tried.size).toBeGreaterThan(100);
    expect(missed).toEqual([]);
  });
});

/** All `properties` of schemas that a part holds or refers to, but for those that were met before. */
function propertiesOf(part: unknown, root: ApiDocument, met: Set<object>): Record<string, unknown>[] {
  if (typeof part !== 'object' || part === null || met.has(part)) return [];
  met.add(part);
  const found: Record<string, unknown>[] = [];
  for (const [key, value] of Object.entries(part)) {
    if (key === 'properties' && !met.has(value as object)) found.push(value as Record<string, unknown>);
    if (key === '$ref')
      found.push(...propertiesOf(at(root, (value as string).slice(2).replaceAll('/', ' ')), root, met));
    else found.push(...propertiesOf(value, root, met));
  }
  return found;
}
