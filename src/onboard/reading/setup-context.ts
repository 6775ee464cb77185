import type { Transaction } from '../../mapping/language/payload-fields.js';
import type { FeedConfig } from '../../config/feed-schema.js';
import type { Config } from '../../config/schema.js';
import type { KeptProposal, ReadingProblem } from '../../core/setup/agency-reading.js';
import { withoutFolders } from '../../effective/mapping-files.js';
import { readMapping } from '../../effective/mappings.js';
import { withoutConsequence } from '../../feed/consequence.js';
import type { Sentence } from '../../model/sentence.js';
import type { Feed, Services } from '../../sync/services/services.js';
import type { SetupServices } from '../../sync/services/setup-services.js';
import { fetchProblem, sentences } from '../../texts/setup/setup-problems.js';

/** The reading that is under way: its agency, and the number of records read so far. */
export type UnderWay = NonNullable<ReturnType<SetupServices['underWay']>>;

export interface SetupContext {
  config: Config;
  services: Services;
  under: UnderWay;
  changed: () => void;
  source: FileSource;
}

/** Where the file that is read comes from. */
export interface FileSource {
  /** Folder of the spool in which its copy is kept. */
  folder: 'setup' | 'uploads';
  /** Whether its records are mapped on the guard thread under every mapping. */
  isGuarded: boolean;
  problem: (code: string, detail: string | null) => ReadingProblem;
}

/** The feed's address. */
export const addressSource: FileSource = { folder: 'setup', isGuarded: false, problem: fetchProblem };

/** Ends a reading with a message for the agency. */
export class UnreadFeed extends Error {
  /** @param proposal what was built for a file whose format no preset knows */
  constructor(
    readonly sentence: Sentence & { detail?: string | null },
    readonly proposal: KeptProposal | null = null,
  ) {
    super(sentence.en);
  }
}

export function problemOfFetch(
  outcome: { kind: string; code?: string; message?: string },
  { source }: Pick<SetupContext, 'source'>,
): UnreadFeed['sentence'] {
  const { message = null } = outcome;
  return source.problem(outcome.code ?? outcome.kind, message === null ? null : withoutConsequence(message));
}

export type FeedMapping = Pick<Feed, 'mapping' | 'isGuarded'>;

/** @throws UnreadFeed if the feed's mapping cannot be used */
export async function mappingOf(
  feed: FeedConfig,
  { config, services, source }: SetupContext,
  trial: { leavesOpen?: true; openOffer?: Transaction } = {},
): Promise<FeedMapping> {
  const loaded = await readMapping(config, feed, [], { guard: services.guard, ...trial });
  if (!loaded.ok) throw new UnreadFeed(sentences.badMapping(feed.mapping, problemsOf(loaded)));
  return { ...loaded, isGuarded: loaded.isGuarded || source.isGuarded };
}

/** The problems of a mapping as people are shown them, without folders. */
export function problemsOf({
  problems,
  files,
}: {
  problems: readonly string[];
  files: readonly string[];
}): string {
  return withoutFolders(problems.join('; '), files);
}
