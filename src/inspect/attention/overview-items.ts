import type { OverviewKind } from '../../model/attention-kinds.js';
import { overviewText, type OverviewText } from '../../texts/overview-words.js';
import type { Millis } from '../../model/millis.js';
import type { Facts } from './facts.js';
import { findAttention } from './finders.js';
import type { AttentionItem } from './item.js';
import { earliest, isShownAsStalled, kinds } from './kinds.js';

/** Items of one cause, for all agencies that it concerns. */
export interface OverviewItem extends OverviewText {
  kind: OverviewKind;
  subject: string | null;
  /** Listings, words or feeds concerned. */
  count: number;
  since: Millis | null;
  /** How many agencies it concerns; 0: all of them. */
  agencies: number;
  /** The first of them. */
  examples: OverviewExample[];
}

interface OverviewExample {
  agency: string;
  connectionId: string | null;
  feed: string | null;
  hold: number | null;
}

const examplesMax = 20;
/** One reading that fails is nothing yet. */
const failuresMin = 2;

/** The operators' overview: one line for each cause; what stops all agencies first, then by how many it concerns. */
export async function overviewItems(facts: Facts): Promise<OverviewItem[]> {
  const found = await findAttention(facts, (kind) => kinds[kind].overview !== null);
  const failures = new Map((await facts.feeds()).map(({ id, failures }) => [id, failures]));
  const isFailing = (id: number | null): boolean => (failures.get(id ?? -1) ?? 0) >= failuresMin;
  const shown = found.filter(
    (item) => !isShownAsStalled(item) && (item.kind !== 'feed_stalled' || isFailing(item.feedId)),
  );
  const byCause = new Map<string, AttentionItem[]>();
  for (const item of shown) {
    const key = `${item.kind}\n${item.subject ?? ''}`;
    byCause.set(key, [...(byCause.get(key) ?? []), item]);
  }
  return [...byCause.values()].map(causeOf).sort(byWeight);
}

function causeOf(items: readonly AttentionItem[]): OverviewItem {
  const [first] = items;
  const kind = (first === undefined ? null : kinds[first.kind].overview) ?? 'key';
  const subject = first?.subject ?? null;
  const count = items.reduce((sum, item) => sum + item.count, 0);
  const agencies = new Set(items.flatMap(({ connectionId }) => connectionId ?? [])).size;
  const oldestFirst = [...items].sort((a, b) => (a.since ?? Infinity) - (b.since ?? Infinity));
  return {
    kind,
    subject,
    count,
    since: earliest(items),
    agencies,
    examples: oldestFirst
      .filter(({ connectionId }) => connectionId !== null)
      .slice(0, examplesMax)
      .map(({ agency, connectionId, feed, hold }) => ({
        agency,
        connectionId,
        feed,
        hold: hold?.id ?? null,
      })),
    ...overviewText({
      kind,
      subject,
      count,
      agencies,
      behind: first?.behind ?? null,
      reason: first?.reason ?? null,
      disk: first?.disk ?? null,
    }),
  };
}

/** Of all agencies. */
const stopping: ReadonlySet<OverviewKind> = new Set(['key', 'clock', 'disk']);

function byWeight(a: OverviewItem, b: OverviewItem): number {
  const stops = (cause: OverviewItem): number =>
    stopping.has(cause.kind) ? 2 : cause.kind === 'vocabulary' ? 1 : 0;
  return stops(b) - stops(a) || b.agencies - a.agencies || b.count - a.count;
}
