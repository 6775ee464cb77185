import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import * as prettier from 'prettier';
import { createApi } from '../../src/server/api/app.js';
import type { ServerDeps } from '../../src/server/deps.js';

export const typesFile = 'src/console/api/schema.d.ts';

/** Stands for everything that routes are made with and use only when they are asked. */
const unused: unknown = new Proxy(() => undefined, { get: () => unused, apply: () => unused });

/** The document of the API, from its routes alone: nothing runs. */
export async function apiDocument(): Promise<OpenAPI3> {
  const deps = { ...(unused as ServerDeps), services: unused, hosts: ['localhost'], publicUrl: null };
  const api = createApi(deps as ServerDeps);
  const reply = await api.request('http://localhost/api/v1/openapi.json');
  return JSON.parse(await reply.text(), plainNull) as OpenAPI3;
}

/** "This or null" is written as "all of: this; an object or null", of which the types would be those of nothing. */
export function plainNull(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('allOf' in value) || !Array.isArray(value.allOf))
    return value;
  const { allOf, ...rest } = value;
  const parts = allOf as Record<string, unknown>[];
  const others = parts.filter(({ type }) => !(Array.isArray(type) && type.includes('null')));
  return others.length === parts.length ? value : { ...rest, anyOf: [...others, { type: 'null' }] };
}

/** The text of `typesFile` as it should be. */
export async function apiTypes(): Promise<string> {
  const types = astToString(
    await openapiTS(await apiDocument(), { alphabetize: true, defaultNonNullable: false }),
  );
  const style = await prettier.resolveConfig(typesFile);
  return prettier.format(`// Made by \`npm run console:types\` from the document of the API.\n${types}`, {
    ...style,
    filepath: typesFile,
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await writeFile(typesFile, await apiTypes());
