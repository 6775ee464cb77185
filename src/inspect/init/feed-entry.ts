import { Document, isMap, isSeq } from 'yaml';
import { callLibrary } from '../../platform/library.js';
import type { Question } from './propose/draft/draft.js';
import type { Proposal } from './index.js';

/** The settings of the configuration entry for an examined feed. */
export interface FeedEntry {
  name: string;
  /** Null while the connection is unknown. */
  connection: string | null;
  url: string;
  /** A name or a path. */
  mapping: string;
  auth?: { user: string; password: string };
  headers?: Readonly<Record<string, string>>;
}

/** A YAML file for `feeds_dir`. Facts that only the agency knows are commented out, each with the number of listings that wait for it. */
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

/** Each section appears once, so that uncommenting all lines gives valid YAML. */
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
