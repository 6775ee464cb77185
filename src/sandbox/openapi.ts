import { z } from 'zod';
import { isObject } from '../wire/payload.js';
import type { Protocol } from '../wire/protocol.js';
import { guesses, guessHeader } from './guesses.js';
import { described, refusalsOf, type Described } from './openapi-operations.js';
import { apiSchemas } from './openapi-schemas.js';
import { takesBody, type Operation } from './operation.js';
import { operations } from './operations.js';
import { debugHeader } from './signing-help.js';

type Json = Record<string, unknown>;

/** The partner API as an OpenAPI 3.1 document, generated from the schemas with which requests are read. */
export function openApiDocument(protocol: Protocol, basePath = '/v1'): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}');
    const of = described[operation.name];
    if (of === undefined) throw new Error(`${operation.name} is not described.`);
    paths[path] = {
      ...paths[path],
      [operation.method.toLowerCase()]: operationObject(operation, of, protocol),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Listing Partner API',
      version: '1',
      description:
        'The partner API as the sandbox serves it. Unknown keys and unknown query parameters are refused; strings are trimmed; an optional field may be null. What the specification leaves open is marked as a guess.',
    },
    servers: [{ url: basePath }],
    tags: [],
    paths,
    components: {
      schemas: schemaComponents(protocol),
      parameters: parameterComponents(protocol.header_prefix),
      headers: headerComponents(),
    },
  };
}

function operationObject(operation: Operation, of: Described, protocol: Protocol): Json {
  const { name, path } = operation;
  const guess = guesses.find((each) => each.operation === name)?.what;
  const body = of.request !== undefined && {
    requestBody: { required: true, content: jsonContent({ $ref: schemaRef(of.request) }) },
  };
  return {
    operationId: name,
    summary: of.summary,
    ...(guess !== undefined && {
      description: `Our guess, because the specification does not show it: ${guess}.`,
    }),
    parameters: [
      ...signedHeaders.map((each) => ({ $ref: `#/components/parameters/${each}` })),
      ...(of.headers ?? []).map((each) => ({ $ref: `#/components/parameters/${each}` })),
      ...[...path.matchAll(/:(\w+)/g)].map(([, each = '']) => pathParameter(each)),
      ...queryParameters(of.query),
    ],
    ...body,
    responses: responsesOf(of, takesBody(operation), protocol.header_prefix),
  };
}

function responsesOf(of: Described, hasBody: boolean, prefix: string): Json {
  const always = { [`${prefix}Request-Id`]: 'Request-Id', [`${prefix}${guessHeader}`]: 'Sandbox-Guess' };
  const [status, schema] = of.reply;
  const refusals = Object.entries(refusalsOf(of, hasBody)).map(([each, codes]): [string, Json] => [
    each,
    {
      description: codes.join(', '),
      headers: headerRefs(always, each === '429' ? ['Retry-After'] : []),
      content: jsonContent({
        allOf: [
          { $ref: schemaRef('Error') },
          {
            type: 'object',
            properties: { error: { type: 'object', properties: { code: { enum: codes } } } },
          },
        ],
      }),
    },
  ]);
  const success = {
    description: 'Done',
    headers: headerRefs(always, of.replyHeaders ?? []),
    content: jsonContent({ $ref: schemaRef(schema) }),
  };
  const notModified = of.headers?.includes('If-None-Match') === true && {
    304: { description: 'Not modified', headers: headerRefs(always, ['ETag']) },
  };
  return { [status]: success, ...notModified, ...Object.fromEntries(refusals) };
}

function schemaComponents(protocol: Protocol): Json {
  const { requests, replies } = apiSchemas(protocol);
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries({ ...requests, ...replies })) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: schemaRef });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [
      id,
      Object.hasOwn(requests, id) ? withNulls(plain(schema)) : plain(schema),
    ]),
  );
}

/** The schema without `$schema` and its ids, which a component of the document does not have. */
function plain({ $schema: _schema, $id: _id, id: _name, ...schema }: Json): Json {
  return schema;
}

/** Lets optional fields accept null, at every depth (partner API, section "Resources and their fields"). */
function withNulls(schema: unknown): Json {
  if (!isObject(schema)) return schema as Json;
  const required = Array.isArray(schema.required) ? (schema.required as unknown[]) : [];
  const changed = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      Array.isArray(value) && ['anyOf', 'oneOf', 'allOf'].includes(key)
        ? value.map(withNulls)
        : isObject(value) && key !== 'properties'
          ? withNulls(value)
          : value,
    ]),
  );
  if (!isObject(schema.properties)) return changed;
  const properties = Object.entries(schema.properties).map(([name, property]) => {
    const inner = withNulls(property);
    return [name, required.includes(name) ? inner : orNull(inner)];
  });
  return { ...changed, properties: Object.fromEntries(properties) as Json };
}

function orNull(schema: Json): Json {
  if (Object.keys(schema).length === 0) return schema;
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  const values = Array.isArray(schema.enum) && { enum: [...(schema.enum as unknown[]), null] };
  return { ...schema, type: [schema.type, 'null'], ...values };
}

const signedHeaders = ['Key-Id', 'Timestamp', 'Nonce', 'Content-Digest', 'Signature', debugHeader];

function parameterComponents(prefix: string): Json {
  const header = (name: string, description: string, schema: Json, required = true): Json => ({
    name,
    in: 'header',
    required,
    description,
    schema: { type: 'string', ...schema },
  });
  return {
    'Key-Id': header(`${prefix}Key-Id`, 'Id of the key: identifies app and environment', {}),
    Timestamp: header(`${prefix}Timestamp`, 'Unix seconds', { pattern: '^[0-9]{1,12}$' }),
    Nonce: header(`${prefix}Nonce`, '16 to 64 random bytes, base64url', {
      pattern: '^[A-Za-z0-9_-]{22,86}$',
    }),
    'Content-Digest': header('Content-Digest', 'SHA-256 of the exact body bytes', {
      pattern: '^sha-256=:[A-Za-z0-9+/]{43}=:$',
    }),
    Signature: header(`${prefix}Signature`, 'Ed25519 over the signing base', {
      pattern: '^v1=[A-Za-z0-9_-]{86}$',
    }),
    [debugHeader]: header(
      `${prefix}${debugHeader}`,
      'The text that the client signed, base64url: a refusal then names the first line that differs. The sandbox alone reads it.',
      {},
      false,
    ),
    'Idempotency-Key': header(
      'Idempotency-Key',
      'Remembered for 7 days',
      { pattern: '^[\\x21-\\x7e]{8,128}$' },
      false,
    ),
    'If-None-Match': header('If-None-Match', 'ETag of the document that is known', {}, false),
  };
}

function headerComponents(): Json {
  const header = (description: string, schema: Json = {}): Json => ({
    description,
    schema: { type: 'string', ...schema },
  });
  return {
    'Request-Id': header('The same as in the envelope of an error', { format: 'uuid' }),
    'Sandbox-Guess': header('By the sandbox alone: what in this reply is guessed'),
    'Retry-After': header('Seconds', { pattern: '^[0-9]+$' }),
    'Idempotent-Replayed': header('Where the outcome is of an earlier request', { const: 'true' }),
    ETag: header('Version of the document'),
  };
}

/**
 * References to header components, by the name of the header.
 * @param named names of components by header name
 * @param others components whose name is the header's name
 */
function headerRefs(named: Readonly<Record<string, string>>, others: readonly string[]): Json {
  const all = [...Object.entries(named), ...others.map((name) => [name, name] as const)];
  return Object.fromEntries(all.map(([name, id]) => [name, { $ref: `#/components/headers/${id}` }]));
}

function pathParameter(name: string): Json {
  const schema = name === 'external_id' ? { pattern: '^[A-Za-z0-9._:-]{1,64}$' } : { format: 'uuid' };
  return { name, in: 'path', required: true, schema: { type: 'string', ...schema } };
}

function queryParameters(query: z.ZodObject | undefined): Json[] {
  if (query === undefined) return [];
  const { properties = {} } = z.toJSONSchema(query, { io: 'input' }) as { properties?: Record<string, Json> };
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema }));
}

function schemaRef(id: string): string {
  return `#/components/schemas/${id}`;
}

function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}
