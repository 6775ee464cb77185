import { createRoute, z } from '@hono/zod-openapi';
import { tokenScopes } from '../../../store/contract/access.js';
import { addToken } from '../../access/invite.js';
import { authorOf, mayDo } from '../../access/permissions.js';
import { tokenDocument } from '../schemas/documents.js';
import { ApiError, notFound } from '../errors.js';
import { answers, body, byNumber, type Api, type ApiParts } from './route-parts.js';
import { DoneSchema, TokenSchema } from '../schemas/schemas.js';

const dayMs = 24 * 3_600_000;

/** An account's own tokens. A token cannot make tokens: revoking a leaked one then ends all access that it gave. */
export function addTokenRoutes(app: Api, { deps, guard }: ApiParts): void {
  const { services } = deps;
  const { access } = services.store;
  const list = createRoute({
    method: 'get',
    path: '/tokens',
    summary: 'One’s own tokens; an administrator sees all',
    ...guard('self'),
    responses: answers(
      'Newest first, without the tokens themselves.',
      z.object({ tokens: z.array(TokenSchema) }),
    ),
  });
  app.openapi(list, async (c) => {
    const actor = c.get('actor');
    const seesAll = mayDo(actor, 'administer', false);
    const names = new Map((await access.accounts()).map(({ id, name }) => [id, name]));
    const rows = (await access.tokens()).filter((row) => seesAll || row.accountId === actor.account.id);
    return c.json({ tokens: rows.map((row) => tokenDocument(row, names.get(row.accountId) ?? '')) }, 200);
  });

  const add = createRoute({
    method: 'post',
    path: '/tokens',
    summary: 'A token for a script: it may what its owner may, or less',
    ...guard('self'),
    request: {
      body: body(
        z.object({
          label: z.string().trim().min(1).max(100),
          scope: z.enum(tokenScopes).default('read'),
          days: z.int().min(1).max(3650).nullable().default(365),
        }),
      ),
    },
    responses: answers(
      'The token, which is never shown again.',
      z.object({ token: z.string(), ...TokenSchema.shape }),
    ),
  });
  app.openapi(add, async (c) => {
    const actor = c.get('actor');
    const { label, scope, days } = c.req.valid('json');
    const lastsMs = days === null ? null : days * dayMs;
    const wanted = { accountId: actor.account.id, label, scope, lastsMs };
    const added = await addToken(wanted, authorOf(actor), services);
    if (!added.ok) throw new ApiError('conflict', added.message);
    const { token, row } = added;
    return c.json({ token, ...tokenDocument(row, actor.account.name) }, 200);
  });

  const revoke = createRoute({
    method: 'delete',
    path: '/tokens/{id}',
    summary: 'Revoke a token: it is refused at once',
    ...guard('self'),
    request: { params: byNumber },
    responses: answers('Revoked.', DoneSchema),
  });
  app.openapi(revoke, async (c) => {
    const actor = c.get('actor');
    const { id } = c.req.valid('param');
    const row = (await access.tokens()).find((each) => each.id === id);
    if (row === undefined || (row.accountId !== actor.account.id && !mayDo(actor, 'administer', true)))
      throw notFound('token');
    await access.revokeToken(id, authorOf(actor), services.clock.now());
    return c.json({ message: `The token "${row.label}" is refused from now on.` }, 200);
  });
}
