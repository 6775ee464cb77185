import type { ExternalId, FeedId } from '../../model/ids.js';
import { lanes, type Lane } from '../../model/listing-states.js';

export interface QueuedRow {
  externalId: ExternalId;
  lane: Lane;
  queuedAt: number;
  /** Null: no feed's. Manual listings have a share of their own. */
  feedId: FeedId | null;
}

/** A row that has waited this long gets a place before the earlier lanes are empty. */
export const ageingMs = 6 * 3_600_000;
/** One place in this many goes to the row that has waited longest. */
export const agedEvery = 10;

/** By feed id; a feed without an entry has the weight 1. */
export type Weights = ReadonlyMap<number | null, number>;

/**
 * The order in which a connection's rows are sent: by lane; within a lane the feeds take turns by weight, each with its oldest row first;
 * and one place in `agedEvery` goes to the row that has waited longest, if it has waited `ageingMs` or more.
 * @param turn where the turns begin: any integer, different for each call, so that many short calls are as fair as a long one
 */
export function orderQueue<T extends QueuedRow>(
  rows: readonly T[],
  weights: Weights,
  now: number,
  turn: number,
): T[] {
  const byLane = lanes.flatMap((lane) =>
    takeTurns(
      rows.filter((row) => row.lane === lane),
      weights,
      turn,
    ),
  );
  const aged = byLane.filter((row) => now - row.queuedAt >= ageingMs).sort(byAge);
  if (aged.length === 0) return byLane;
  const ordered: T[] = [];
  const taken = new Set<T>();
  const next = (queue: Iterator<T>): T | undefined => {
    for (let one = queue.next(); one.done !== true; one = queue.next())
      if (!taken.has(one.value)) return one.value;
    return undefined;
  };
  const oldest = aged.values();
  const first = byLane.values();
  while (ordered.length < byLane.length) {
    const isForAged = (ordered.length + turn) % agedEvery === agedEvery - 1;
    const row = (isForAged ? next(oldest) : undefined) ?? next(first);
    if (row === undefined) break;
    taken.add(row);
    ordered.push(row);
  }
  return ordered;
}

function takeTurns<T extends QueuedRow>(rows: readonly T[], weights: Weights, turn: number): T[] {
  const queues = new Map<number | null, T[]>();
  for (const row of [...rows].sort(byAge)) {
    const queue = queues.get(row.feedId) ?? [];
    queue.push(row);
    queues.set(row.feedId, queue);
  }
  if (queues.size < 2) return [...(queues.values().next().value ?? [])];
  const ids = [...queues.keys()].sort((a, b) => (a ?? -1) - (b ?? -1));
  const round = roundOf(ids, weights);
  const ordered: T[] = [];
  const heads = new Map<number | null, number>();
  for (let place = turn % round.length; ordered.length < rows.length; place = (place + 1) % round.length) {
    const id = round[place] ?? null;
    const head = heads.get(id) ?? 0;
    const row = queues.get(id)?.[head];
    if (row === undefined) continue;
    heads.set(id, head + 1);
    ordered.push(row);
  }
  return ordered;
}

/** One round of turns: each feed as often as its weight, spread evenly. */
function roundOf(ids: readonly (number | null)[], weights: Weights): (number | null)[] {
  const turns = ids.flatMap((id) => {
    const weight = weightOf(weights, id);
    return Array.from({ length: weight }, (_, index) => ({ id, at: (index + 0.5) / weight }));
  });
  return turns.sort((a, b) => a.at - b.at).map(({ id }) => id);
}

export function weightOf(weights: Weights, id: number | null): number {
  return Math.max(1, Math.round(weights.get(id) ?? 1));
}

function byAge(a: QueuedRow, b: QueuedRow): number {
  return a.queuedAt - b.queuedAt || (a.externalId < b.externalId ? -1 : 1);
}
