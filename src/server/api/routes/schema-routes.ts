import { createRoute, z } from '@hono/zod-openapi';
import { mappingJsonSchema } from '../../../mapping/language/mapping-schema.js';
import { answers, type Api, type ApiParts } from './route-parts.js';

/** The JSON Schema from which mapping editors offer completions. */
export function addSchemaRoutes(app: Api, { guard }: ApiParts): void {
  const route = createRoute({
    method: 'get',
    path: '/mapping-schema',
    summary: 'JSON Schema of a mapping file, for editors',
    ...guard('read'),
    responses: answers('The schema (2020-12).', z.record(z.string(), z.unknown())),
  });
  let made: Record<string, unknown> | null = null;
  app.openapi(route, (c) => c.json((made ??= mappingJsonSchema()), 200));
}
