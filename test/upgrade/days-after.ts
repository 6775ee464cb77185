import { hour, minute } from '../support/manual-clock.js';
import type { Deployment } from './deployment.js';

/** What a daemon did by itself in the days after it was stopped and started again, while feeds and people did nothing. */
export interface DaysAfter {
  /** By mail, as `time to what`, a line for each thing; and by webhook alike. */
  mailed: string[];
  events: string[];
  /** What the portal was sent, a line for each listing, call or request, by connection. */
  sent: Record<string, string[]>;
  /** What the portal shows at the end: `id status digest`. */
  shown: Record<string, string[]>;
  /** What the daemon says at the end of each listing and hold, as documents, and what needs a person. */
  listings: unknown;
  holds: unknown;
  attention: string[];
  /** Answers, words, texts and policies that people gave and that count. */
  changes: string[];
}

const iso = (at: number): string => new Date(at).toISOString().slice(0, 16);

export async function daysAfter(deployment: Deployment): Promise<DaysAfter> {
  const mailed: string[] = [];
  await deployment.start();
  const look = async (ms: number, step: number): Promise<void> => {
    for (let gone = 0; gone < ms; gone += step) {
      await deployment.work(step, step);
      const time = iso(deployment.clock.now());
      for (const { to, text } of deployment.mails.splice(0))
        mailed.push(...headlines(text).map((line) => `${time} ${to} ${line}`));
    }
  };
  // The start itself is looked at too.
  await deployment.tick();
  await look(2 * hour, 10 * minute);
  await look(22 * hour, hour);
  await look(48 * hour, 4 * hour);
  const { store } = deployment.app.services;
  const known = await store.connections.all();
  const ids = known.map(({ id }) => id).sort();
  const shown = ids.map((id): [string, string[]] => [
    id,
    deployment.sandbox.staff
      .listings(id)
      .map(({ externalId, status, digest }) => `${externalId} ${status} ${digest ?? ''}`)
      .sort(),
  ]);
  const document = async (...argv: string[]): Promise<Record<string, unknown>> => {
    const { out } = await deployment.command([...argv, '--json']);
    return JSON.parse(out) as Record<string, unknown>;
  };
  const { listings } = await document('listings');
  const { holds } = await document('holds', '--all');
  const { attention } = (await document('status')) as { attention: Record<string, unknown>[] };
  const changes = await Promise.all(
    (await store.feeds.all()).map(({ name: feed, connectionId }) =>
      store.feedChanges.list({ feed, connectionId }),
    ),
  );
  const result: DaysAfter = {
    mailed,
    events: deployment.events.flatMap(({ at, body }) => noticesOf(body).map((line) => `${iso(at)} ${line}`)),
    sent: Object.fromEntries(ids.map((id) => [id, sentTo(id, deployment)])),
    shown: Object.fromEntries(shown),
    listings,
    holds,
    attention: attention.map(
      ({ kind, agency, count }) => `${String(kind)} ${String(count)} ${String(agency)}`,
    ),
    changes: changes
      .flat()
      .filter(({ undoneAt }) => undoneAt === null)
      .map(({ feed, kind, subject, value }) => `${feed} ${kind} ${subject} ${JSON.stringify(value)}`)
      .sort(),
  };
  await deployment.stop();
  return result;
}

/** The first line of each paragraph but a link alone and the last one, which is the same in every mail. */
function headlines(text: string): string[] {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .filter((paragraph) => !/^https?:\S+$/.test(paragraph));
  return paragraphs.slice(0, -1).map((paragraph) => paragraph.split('\n')[0] ?? '');
}

function noticesOf(body: string): string[] {
  const { data } = JSON.parse(body) as { data: { notices: { kind: string; agency: string }[] } };
  return data.notices.map(({ kind, agency }) => `${kind} of ${agency}`);
}

/** One line for each item of a batch, and for each other request. */
function sentTo(connectionId: string, { changes }: Deployment): string[] {
  return changes
    .filter(({ request }) => request.includes(connectionId))
    .flatMap(({ request, body }) => {
      const what = request.replace(`/v1/connections/${connectionId}`, '');
      const items = body === '' ? [] : itemsOf(JSON.parse(body) as Record<string, unknown>);
      return items.length === 0 ? [what] : items.map((item) => `${what} ${item}`);
    });
}

function itemsOf(body: Record<string, unknown>): string[] {
  return Object.entries(body).flatMap(([key, value]) =>
    Array.isArray(value)
      ? value.map((one: unknown) => `${key} ${JSON.stringify(nameOf(one))}`)
      : [`${key} ${JSON.stringify(value)}`],
  );
}

/** Of a listing its id and what it holds. */
function nameOf(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item;
  const { external_id: id, digest } = item as Record<string, unknown>;
  return [id, digest];
}
