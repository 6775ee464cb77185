import { z } from '@hono/zod-openapi';
import { iso, maybeIso } from '../../documents/time.js';
import type { DaemonRequest } from '../../model/daemon-request.js';
import type { Store } from '../../store/store.js';
import { notFound } from './errors.js';

/** Adds a request that the daemon serves later, and its line in the audit. */
export async function addRequest(
  store: Store,
  request: Parameters<Store['intents']['add']>[0],
  line: { action: string; subject: string; data: Record<string, unknown> },
): Promise<DaemonRequest> {
  const id = await store.intents.add(request);
  await store.audit.add({ at: request.now, author: request.author, ...line });
  const added = await store.intents.get(id);
  if (added === null) throw notFound('request');
  return added;
}

/** How to read the result of one kind of request. */
export interface RequestForm<Report> {
  report: z.ZodType<Report>;
  /** Reads from the report how the work ended. */
  outcomeOf: (report: Report) => { state: string; message: string };
  /** The message while the request waits or is being served. */
  waiting: string;
  /** The message of a failure that has none. */
  failed: string;
}

interface RequestDocument {
  id: number;
  asked_at: string;
  ended_at: string | null;
  state: 'waiting' | 'done' | 'failed';
  message: string;
}

/**
 * Returns how far a request has come, and its report. The report is null until the daemon has served the request, and if the request could
 * not be served.
 */
export function readRequest<Report>(
  { id, createdAt, doneAt, result }: DaemonRequest,
  { report, outcomeOf, waiting, failed }: RequestForm<Report>,
): { document: RequestDocument; report: Report | null } {
  const times = { asked_at: iso(createdAt), ended_at: maybeIso(doneAt) };
  const document = (state: RequestDocument['state'], message: string): RequestDocument => {
    return { id, ...times, state, message };
  };
  if (result === null) return { document: document('waiting', waiting), report: null };
  const answerSchema = z.union([
    z.object({ ok: z.literal(false), message: z.string() }),
    z.object({ ok: z.literal(true), report }),
  ]);
  const answer = answerSchema.safeParse(JSON.parse(result)).data;
  if (answer?.ok !== true) return { document: document('failed', answer?.message ?? failed), report: null };
  const { state, message } = outcomeOf(answer.report);
  const isFailed = state === 'failed' || state === 'stalled';
  return { document: document(isFailed ? 'failed' : 'done', message), report: answer.report };
}
