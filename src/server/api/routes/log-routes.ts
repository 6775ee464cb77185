import { createRoute, z } from '@hono/zod-openapi';
import { fold } from '../../../model/fold.js';
import { createSlots } from '../../../platform/slots.js';
import { followLogLines, latestLogLines, type LogLine } from '../../../platform/log/read-logs.js';
import { mayDo } from '../../access/permissions.js';
import { fromCursor, toCursor } from '../cursor.js';
import { aliveEveryMs, eventStream, stillHere } from '../event-stream.js';
import { actorOfRequest } from '../guard.js';
import { logDocument } from '../schemas/ops-documents.js';
import { logLevels, LogLineSchema } from '../schemas/ops-schemas.js';
import { answers, pageOf, paging, streamAnswers, type Api, type ApiParts } from './route-parts.js';

const filterSchema = z.object({
  level: z.enum(logLevels).default('debug').openapi({ description: 'This level and more severe ones.' }),
  feed: z.string().max(100).optional(),
  connection: z.string().max(100).optional(),
  run: z.coerce.number().int().min(1).optional(),
  listing: z.string().max(300).optional(),
  since: z.iso.datetime({ offset: true }).optional(),
  until: z.iso.datetime({ offset: true }).optional().openapi({ description: 'Written before this.' }),
  q: z.string().max(200).optional().openapi({ description: 'Text that the line contains.' }),
});
type Filter = z.infer<typeof filterSchema>;

/** Maximum number of matching lines that are read for a page. The paging ends early only if more lines than this have one and the same time. */
const linesMax = 20_000;
const streams = { all: 20, each: 5 } as const;

/** Log lines, newest first or as they are written. Lines contain neither secrets nor bodies. */
export function addLogRoutes(app: Api, parts: ApiParts): void {
  addPages(app, parts);
  addLive(app, parts);
}

function addPages(app: Api, { deps, guard }: ApiParts): void {
  const { logFolder } = deps.services;
  const position = z.object({ at: z.number(), skip: z.int().min(0) });
  const route = createRoute({
    method: 'get',
    path: '/logs',
    summary: 'Lines of the log, newest first',
    ...guard('operate'),
    request: { query: filterSchema.extend(paging) },
    responses: answers('A page of them.', pageOf('lines', LogLineSchema)),
  });
  app.openapi(route, async (c) => {
    const { limit, cursor, ...filter } = c.req.valid('query');
    const from = fromCursor(cursor, position);
    const isMeant = matcher(filter);
    const isWanted = (line: LogLine): boolean => (from === null || line.at <= from.at) && isMeant(line);
    const most = Math.min(linesMax, limit + 1 + (from?.skip ?? 0));
    const { lines } = await latestLogLines(logFolder, isWanted, most);
    const newestFirst = lines.reverse().slice(from?.skip ?? 0);
    const shown = newestFirst.slice(0, limit);
    return c.json(
      {
        lines: shown.map(logDocument),
        next_cursor: newestFirst.length <= limit ? null : toCursor(endOf(shown, from)),
      },
      200,
    );
  });
}

/** Returns where a page ends: the time of its last line, and how many lines of this same time were shown on this and earlier pages. */
function endOf(
  shown: readonly LogLine[],
  from: { at: number; skip: number } | null,
): { at: number; skip: number } {
  const at = shown.at(-1)?.at ?? 0;
  const same = shown.filter((line) => line.at === at).length;
  return { at, skip: same + (from?.at === at ? from.skip : 0) };
}

function addLive(app: Api, { deps, guard }: ApiParts): void {
  const { logFolder, clock } = deps.services;
  const slots = createSlots(streams);
  const route = createRoute({
    method: 'get',
    path: '/logs/live',
    summary: 'Lines of the log as they come: server-sent events `line`, each a LogLine',
    ...guard('operate'),
    request: { query: filterSchema },
    responses: streamAnswers,
  });
  app.openapi(route, (c) => {
    const isWanted = matcher(c.req.valid('query'));
    const busy = 'Too many pages follow the log already. Close one.';
    return eventStream(c, { slots, who: c.get('actor').account.id, busy }, async (stream, ended) => {
      const stop = new AbortController();
      const isOver = (): boolean => ended.aborted;
      ended.addEventListener('abort', () => stop.abort(), { once: true });
      if (isOver()) return;
      try {
        const { position } = await latestLogLines(logFolder, () => false, 0);
        await stream.writeSSE({ event: 'hello', data: '{}' });
        const watched = watch(stop, async () => {
          await stream.writeSSE(stillHere);
          const actor = await actorOfRequest(c, deps, false);
          return actor !== null && mayDo(actor, 'operate', false);
        });
        for await (const line of followLogLines(logFolder, position, clock, stop.signal))
          if (isWanted(line))
            await stream.writeSSE({ event: 'line', data: JSON.stringify(logDocument(line)) });
        await watched;
        if (!isOver()) await stream.writeSSE({ event: 'bye', data: '{}' });
      } finally {
        stop.abort();
      }
    });
  });

  async function watch(stop: AbortController, stillMay: () => Promise<boolean>): Promise<void> {
    const isOpen = (): boolean => !stop.signal.aborted;
    while (isOpen()) {
      await clock.sleep(aliveEveryMs, stop.signal).catch(() => undefined);
      if (isOpen() && !(await stillMay().catch(() => false))) stop.abort();
    }
  }
}

function matcher(filter: Filter): (line: LogLine) => boolean {
  const { level, feed, connection, run, listing, since, until, q } = filter;
  const gravest = logLevels.indexOf(level);
  const from = since === undefined ? -Infinity : Date.parse(since);
  const to = until === undefined ? Infinity : Date.parse(until);
  const words = q === undefined ? '' : fold(q);
  return ({ at, level: own, message, fields }) =>
    at >= from &&
    at < to &&
    logLevels.indexOf(own) >= gravest &&
    (feed === undefined || fields.feed === feed) &&
    (connection === undefined || fields.connection === connection) &&
    (run === undefined || fields.run === run) &&
    (listing === undefined || fields.listing === listing) &&
    (words === '' || fold(`${message} ${JSON.stringify(fields)}`).includes(words));
}
