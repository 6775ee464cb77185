import type { Attention } from '../../inspect/attention/listed-items.js';
import { table } from './table.js';
import type { Times } from './times.js';

/** Attention items as a table under a heading. */
export function attentionText(waiting: readonly Attention[], times: Times): string {
  if (waiting.length === 0) return 'Nothing needs attention.';
  const rows = waiting.map(({ kind, agency, count: concerned, since, note }) => [
    note === undefined ? kind.replaceAll('_', ' ') : `${kind.replaceAll('_', ' ')}: “${note}”`,
    agency,
    concerned,
    since === null ? null : times.aged(since),
  ]);
  const reasons = waiting.filter(isExplained).map(({ sentence, next }) => `${sentence.en} ${next.en}`);
  return [`Needs attention:\n${table(['what', 'agency', 'listings', 'since'], rows, '')}`, ...reasons].join(
    '\n',
  );
}

/** Kinds whose name alone says too little; their sentences are printed too. */
const explained: ReadonlySet<Attention['kind']> = new Set([
  ...(['disk', 'feed_failed', 'feed_unreadable', 'feed_behind', 'listings_behind', 'job_failed'] as const),
  ...(['mapping_awaited', 'mapping_suspended', 'mapping_copied', 'proxy_not_trusted'] as const),
]);

function isExplained({ kind }: Attention): boolean {
  return explained.has(kind);
}
