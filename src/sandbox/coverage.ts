import { replyWords, type CoverageKind } from './coverage-log.js';
import { operations } from './operations.js';
import type { State } from './state/state.js';
import { webhookEventNames } from './state/webhook-event-names.js';

/** How much of the API one app has met: operations, codes, statuses and webhook events. */
export interface Coverage {
  appId: string;
  /** Number of names met, of `of` in total. */
  met: number;
  of: number;
  kinds: CoverageOfKind[];
}

/** The names of one kind, with the number of times that the app has met each. */
export interface CoverageOfKind {
  kind: CoverageKind | 'webhook_events';
  met: number;
  entries: { name: string; count: number; lastAt: number | null }[];
}

/** The coverage of one app. A webhook event counts once it is delivered. */
export function coverageOf(appId: string, state: State): Coverage {
  const words = { operations: operations.map(({ name }) => name), ...replyWords };
  const kinds = [
    ...(Object.keys(words) as CoverageKind[]).map((kind) =>
      ofKind(kind, words[kind], (name) => state.coverage.met(appId, kind, name)),
    ),
    ofKind('webhook_events', webhookEventNames, (name) => delivered(appId, name, state)),
  ];
  const sum = (of: (kind: CoverageOfKind) => number): number =>
    kinds.reduce((total, kind) => total + of(kind), 0);
  return { appId, met: sum(({ met }) => met), of: sum(({ entries }) => entries.length), kinds };
}

function ofKind(
  kind: CoverageOfKind['kind'],
  names: readonly string[],
  metOf: (name: string) => { count: number; lastAt: number } | null,
): CoverageOfKind {
  const entries = names.map((name) => ({ name, ...(metOf(name) ?? { count: 0, lastAt: null }) }));
  return { kind, met: entries.filter(({ count }) => count > 0).length, entries };
}

function delivered(appId: string, event: string, state: State): { count: number; lastAt: number } | null {
  const own = [...state.deliveries.values()].filter(
    (each) => each.appId === appId && each.event === event && each.status === 'delivered',
  );
  const lastAt = own.at(-1)?.attempts.at(-1)?.at;
  return lastAt === undefined ? null : { count: own.length, lastAt };
}
