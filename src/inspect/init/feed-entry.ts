import { Document, isMap, isSeq } from 'yaml';
import type { Proposal } from './index.js';

/** What a feed's configuration must say to poll what was looked at. */
export interface FeedEntry {
  name: string;
  /** Null where it is not known yet. */
  connection: string | null;
  url: string;
  /** A name in the folder of mappings, or a path. */
  mapping: string;
}

/** The lines of a file for `feeds_dir`; what only the agency knows stands in comments, each with the listings that wait for it. */
export function feedEntryText(entry: FeedEntry, { encoding, report }: Proposal): string {
  const feed = {
    name: entry.name,
    connection: entry.connection ?? 'THE-CONNECTION-ID',
    url: entry.url,
    mapping: entry.mapping,
    ...(encoding !== 'auto' && { encoding }),
    ...(report.kind.kind === 'delta' && { kind: 'delta' }),
  };
  const document = new Document({ feeds: [feed] });
  const feeds = document.get('feeds');
  const lines = report.readiness.questions.map(
    ({ question, setting, listings }) =>
      ` ${question} ${listings === 1 ? 'One listing waits' : `${listings} listings wait`} for that:\n ${setting}`,
  );
  if (isSeq(feeds) && isMap(feeds.items[0]) && lines.length > 0) feeds.items[0].comment = lines.join('\n');
  return document.toString({ lineWidth: 0 });
}
