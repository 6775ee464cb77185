import { createRoute, z } from '@hono/zod-openapi';
import type { DaemonRequest } from '../../../model/daemon-request.js';
import { toldReason } from '../../../texts/reasons/told-reason.js';
import { authorOf } from '../../access/permissions.js';
import { notFound } from '../errors.js';
import { addRequest, readRequest, type RequestForm } from '../requests.js';
import { ComparisonSchema } from '../schemas/ops-schemas.js';
import { answers, body, type Api, type ApiParts } from './route-parts.js';
import { requireConnection } from '../scope.js';

const connectionId = z.object({ id: z.string().max(100) });

/** Requests the comparison of a connection with the portal, which otherwise runs every night, and shows its result. */
export function addComparisonRoutes(app: Api, { deps, guard }: ApiParts): void {
  const { store, clock } = deps.services;
  const ask = createRoute({
    method: 'post',
    path: '/connections/{id}/reconcile',
    summary: 'Compare a connection with the portal now; a dry run changes nothing',
    ...guard('operate'),
    request: { params: connectionId, body: body(z.strictObject({ dry_run: z.boolean().default(false) })) },
    responses: answers(
      'Asked for; `GET /connections/{id}/reconciles/{number}` says what came of it.',
      ComparisonSchema,
    ),
  });
  app.openapi(ask, async (c) => {
    const actor = c.get('actor');
    const id = requireConnection(c.req.valid('param').id, actor);
    if ((await store.connections.get(id)) === null) throw notFound('connection');
    const dryRun = c.req.valid('json').dry_run;
    const waiting = (await store.intents.pending()).find(
      (intent) => comparisonOf(intent, id)?.dryRun === dryRun,
    );
    const asked = waiting ?? (await add(id, dryRun, authorOf(actor)));
    deps.wake();
    return c.json(document(asked, { connectionId: id, dryRun }), 200);
  });

  const look = createRoute({
    method: 'get',
    path: '/connections/{id}/reconciles/{number}',
    summary: 'What came of a comparison that was asked for',
    ...guard('operate'),
    request: { params: connectionId.extend({ number: z.coerce.number().int().min(1) }) },
    responses: answers('Waiting, or what came of it.', ComparisonSchema),
  });
  app.openapi(look, async (c) => {
    const { id, number } = c.req.valid('param');
    const intent = await store.intents.get(number);
    const payload = intent === null ? null : comparisonOf(intent, requireConnection(id, c.get('actor')));
    if (intent === null || payload === null) throw notFound('comparison');
    return c.json(document(intent, payload), 200);
  });

  function add(id: string, dryRun: boolean, author: string): Promise<DaemonRequest> {
    const payload = { connectionId: id, dryRun };
    const line = { action: 'reconcile', subject: id, data: { connection: id, dry_run: dryRun } };
    return addRequest(store, { kind: 'reconcile', payload, author, now: clock.now() }, line);
  }
}

const payloadSchema = z.object({ connectionId: z.string(), dryRun: z.boolean() });

function comparisonOf({ kind, payload }: DaemonRequest, id: string): z.infer<typeof payloadSchema> | null {
  const asked = kind === 'reconcile' ? payloadSchema.safeParse(payload).data : undefined;
  return asked?.connectionId === id ? asked : null;
}

const titled = z.object({ externalId: z.string(), title: z.string().nullable() });
const reportSchema = z.object({
  state: z.string(),
  message: z.string(),
  archived: z.array(titled),
  foreign: z.array(titled),
  drift: z.array(titled.extend({ kind: z.string(), action: z.string() })),
  held: z.number(),
  holdId: z.number().nullable(),
});
const comparison: RequestForm<z.infer<typeof reportSchema>> = {
  report: reportSchema,
  outcomeOf: (report) => report,
  waiting: 'It is being compared, or waits for its turn.',
  failed: 'It could not be compared; the log says why.',
};

function document(
  intent: DaemonRequest,
  { connectionId: connection, dryRun }: z.infer<typeof payloadSchema>,
): z.input<typeof ComparisonSchema> {
  const { document: progress, report } = readRequest(intent, comparison);
  const known = { ...progress, why: toldReason(progress.message), connection, dry_run: dryRun };
  if (report === null) return { ...known, archived: [], foreign: [], drift: [], held: 0, hold: null };
  const named = ({ externalId, title }: z.infer<typeof titled>) => ({ external_id: externalId, title });
  return {
    ...known,
    archived: report.archived.map(named),
    foreign: report.foreign.map(({ externalId }) => ({ external_id: externalId })),
    drift: report.drift.map(({ kind, action, ...one }) => ({ ...named(one), kind, action })),
    held: report.held,
    hold: report.holdId,
  };
}
