import type { Attention } from '../../inspect/attention/listed-items.js';
import { table } from './table.js';
import type { Times } from './times.js';

/** What waits for a person, as a table under a heading. */
export function attentionText(waiting: readonly Attention[], times: Times): string {
  if (waiting.length === 0) return 'Nothing waits for a person.';
  const rows = waiting.map(({ kind, agency, count: concerned, since, note }) => [
    note === undefined ? kind.replaceAll('_', ' ') : `${kind.replaceAll('_', ' ')}: “${note}”`,
    agency,
    concerned,
    since === null ? null : times.aged(since),
  ]);
  const reasons = waiting.filter(isExplained).map(({ sentence, next }) => `${sentence.en} ${next.en}`);
  return [
    `Waits for a person:\n${table(['what', 'agency', 'listings', 'since'], rows, '')}`,
    ...reasons,
  ].join('\n');
}

/** Of these the kind alone says too little. */
const explained: ReadonlySet<Attention['kind']> = new Set([
  ...(['disk', 'feed_failed', 'feed_behind', 'listings_behind', 'job_failed'] as const),
  ...(['mapping_suspended', 'mapping_copied', 'proxy_not_trusted'] as const),
]);

function isExplained({ kind }: Attention): boolean {
  return explained.has(kind);
}
