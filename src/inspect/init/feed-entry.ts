import { Document, isMap, isSeq } from 'yaml';
import { callLibrary } from '../../platform/library.js';
import type { Question } from './propose/draft.js';
import type { Proposal } from './index.js';

/** What a feed's configuration must say to poll what was looked at. */
export interface FeedEntry {
  name: string;
  /** Null where it is not known yet. */
  connection: string | null;
  url: string;
  /** A name in the folder of mappings, or a path. */
  mapping: string;
  auth?: { user: string; password: string };
  headers?: Readonly<Record<string, string>>;
}

/** The lines of a file for `feeds_dir`; what only the agency knows stands in comments, each with the listings that wait for it. */
export function feedEntryText(entry: FeedEntry, { encoding, report }: Proposal): string {
  const feed = {
    name: entry.name,
    connection: entry.connection ?? 'THE-CONNECTION-ID',
    url: entry.url,
    ...(entry.auth && { auth: entry.auth }),
    ...(entry.headers && { headers: entry.headers }),
    mapping: entry.mapping,
    ...(encoding !== 'auto' && { encoding }),
    ...(report.kind.kind === 'delta' && { kind: 'delta' }),
  };
  const document = callLibrary('yaml', () => new Document({ feeds: [feed] }));
  const feeds = document.get('feeds');
  const lines = answerLines(report.readiness.questions);
  if (isSeq(feeds) && isMap(feeds.items[0]) && lines.length > 0) feeds.items[0].comment = lines.join('\n');
  return callLibrary('yaml', () => document.toString({ lineWidth: 0 }));
}

/** Each section once, so that all of them count where the signs before them are taken away. */
function answerLines(questions: readonly Question[]): string[] {
  const sections = (['answers', 'constants'] as const).flatMap((section) => {
    const own = questions.filter((question) => question.section === section);
    if (own.length === 0) return [];
    const lines = own.map(
      ({ name, example, question, listings }) =>
        `   ${name}: ${example} # ${question} ${listings === 1 ? 'One listing waits' : `${listings} listings wait`} for that.`,
    );
    return [` ${section}:`, ...lines];
  });
  return sections.length === 0
    ? []
    : ['# What the agency answers counts once the signs in front are taken away:', ...sections];
}
