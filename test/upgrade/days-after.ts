import { hour, minute } from '../support/manual-clock.js';
import type { Deployment } from './deployment.js';

/** What a daemon did by itself in the days after it was stopped and started again, while feeds and people did nothing. */
export interface DaysAfter {
  /** As `time to subject`. */
  mails: string[];
  texts: string[];
  /** Causes of what the webhook was told. */
  events: string[];
  /** What the portal was sent, a line for each listing, call or request, by connection. */
  sent: Record<string, string[]>;
  /** What the portal shows at the end: `id status digest`. */
  shown: Record<string, string[]>;
  /** What the store believes at the end. */
  listings: string[];
  holds: string[];
  /** Answers, words, texts and policies that people gave and that count. */
  changes: string[];
}

const iso = (at: number): string => new Date(at).toISOString().slice(0, 16);

export async function daysAfter(deployment: Deployment): Promise<DaysAfter> {
  const mails: string[] = [];
  const texts: string[] = [];
  await deployment.start();
  const look = async (ms: number, step: number): Promise<void> => {
    for (let gone = 0; gone < ms; gone += step) {
      await deployment.work(step, step);
      const time = iso(deployment.clock.now());
      for (const mail of deployment.mails.splice(0)) {
        mails.push(`${time} ${mail.to} ${mail.subject}`);
        texts.push(mail.text);
      }
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
  const document = async (...argv: string[]): Promise<unknown> => {
    const { out } = await deployment.command([...argv, '--json']);
    return JSON.parse(out);
  };
  const { listings } = (await document('listings')) as { listings: Record<string, unknown>[] };
  const { holds } = (await document('holds', '--all')) as { holds: Record<string, unknown>[] };
  const changes = await Promise.all(
    (await store.feeds.all()).map(({ name: feed, connectionId }) =>
      store.feedChanges.list({ feed, connectionId }),
    ),
  );
  const result: DaysAfter = {
    mails,
    texts,
    events: deployment.events.map(({ body }) => causesOf(body)),
    sent: Object.fromEntries(ids.map((id) => [id, sentTo(id, deployment)])),
    shown: Object.fromEntries(shown),
    listings: listings
      .map((one) => lineOf(one, ['connection', 'external_id', 'feed', 'portal', 'digest']))
      .sort(),
    holds: holds.map((one) => lineOf(one, ['id', 'kind', 'state', 'count', 'lines'])),
    changes: changes
      .flat()
      .filter(({ undoneAt }) => undoneAt === null)
      .map(({ feed, kind, subject, value }) => `${feed} ${kind} ${subject} ${JSON.stringify(value)}`)
      .sort(),
  };
  await deployment.stop();
  return result;
}

function lineOf(document: Record<string, unknown>, keys: readonly string[]): string {
  return keys.map((key) => JSON.stringify(document[key])).join(' ');
}

function causesOf(body: string): string {
  const { data } = JSON.parse(body) as { data: { notices: { kind: string; agency: string }[] } };
  return data.notices.map(({ kind, agency }) => `${kind} of ${agency}`).join(', ');
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
