import type { OpenAPI3 } from 'openapi-typescript';
import { createApi } from '../../src/server/api/app.js';
import type { ServerDeps } from '../../src/server/deps.js';

/** Stands for everything that routes are made with and use only when they are asked. */
const unused: unknown = new Proxy(() => undefined, { get: () => unused, apply: () => unused });

/** The document of the API, from its routes alone: nothing runs. @param create of another release */
export async function apiDocument(create: typeof createApi = createApi): Promise<OpenAPI3> {
  const deps = { ...(unused as ServerDeps), services: unused, hosts: ['localhost'], publicUrl: null };
  const api = create(deps as ServerDeps);
  const reply = await api.request('http://localhost/api/v1/openapi.json');
  return JSON.parse(await reply.text()) as OpenAPI3;
}
