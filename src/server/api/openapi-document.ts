import type { ServerDeps } from '../deps.js';
import { fullCookieName } from '../access/cookies.js';
import type { Api } from './routes/route-parts.js';

/** Serves the OpenAPI 3.1 document of the API. */
export function addDocument(app: Api, { publicUrl }: ServerDeps): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: fullCookieName(publicUrl),
    description: 'Of people: `POST /session` gives it.',
  });
  app.openAPIRegistry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    description: 'Of scripts: `POST /tokens` or `feedsync token create` gives it.',
  });
  const known = {
    openapi: '3.1.0',
    info: {
      title: 'feedsync',
      version: '1',
      description:
        'Everything that the console does. Keys may be added; none is renamed or given another meaning. Times are ISO 8601 in UTC. Where there are more pages, `next_cursor` asks for the next one.',
    },
    servers: [{ url: '/' }],
    tags: [],
  };
  let document: unknown = null;
  app.get('/openapi.json', (c) => c.json((document ??= withPlainNulls(app.getOpenAPI31Document(known)))));
}

/**
 * Corrects how the library writes a nullable component. It writes `allOf: [component, {type: [object, null]}]`, which null never fits. The
 * result is `anyOf: [component, {type: null}]`, with the description next to it.
 */
function withPlainNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPlainNulls);
  if (typeof value !== 'object' || value === null) return value;
  const { allOf, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withPlainNulls(each)]),
  );
  if (!Array.isArray(allOf)) return allOf === undefined ? rest : { ...rest, allOf };
  const parts = allOf as Record<string, unknown>[];
  const nullable = parts.find(({ type }) => Array.isArray(type) && type.includes('null'));
  if (nullable === undefined) return { ...rest, allOf };
  const { type: _type, ...described } = nullable;
  return { ...rest, ...described, anyOf: [...parts.filter((part) => part !== nullable), { type: 'null' }] };
}
