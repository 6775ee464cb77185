import type { Services } from '../sync/services/services.js';
import type { Config } from '../config/schema.js';
import { MappingReader, withoutFolders, type TextState } from '../effective/mapping-files.js';
import { configuredTexts, findMapping, isUnusable, readMapping } from '../effective/mappings.js';
import { changedFeed } from '../effective/merge.js';
import type { FeedConfig } from '../config/feed-schema.js';
import type { KeptProposal } from '../core/setup/agency-reading.js';
import { changeKey, type FeedChange } from '../core/setup/feed-changes.js';
import type { MappingError } from '../mapping/compile/load-mapping.js';
import { writtenLimits } from '../mapping/language/mapping-limits.js';
import type { FeedRecord, KeptMapping } from '../model/feed.js';
import type { FeedChangeRecord } from '../store/store.js';
import { checkText, type CheckJob } from '../sync/map/check-text.js';
import { checkOnThread } from '../sync/map/map-guard.js';
import { statedProblem } from '../mapping/language/stated-facts.js';
import { proposeAgain } from './propose-again.js';
import type { Dictionary } from '../mapping/compile/dictionary.js';
import type { WordList } from '../model/reference.js';

/** Shows, checks and tries a feed's mapping, with the same code that reads the feed. */
export function mappingEditor(app: RunningFeeds): MappingEditor {
  const { store, guard } = app.services;
  const feedOf = ({ name, connectionId }: FeedRecord): FeedConfig | null =>
    app.settled.feeds.find((feed) => feed.name === name && feed.connectionId === connectionId) ?? null;
  const kept = ({ id }: FeedRecord): Promise<KeptMapping[]> => store.mappings.ofFeed(id);
  const whyNot = async (
    row: FeedRecord,
    changes: readonly FeedChange[],
    of: TextState,
  ): Promise<string | null> => {
    const feed = feedOf(row);
    if (feed === null) return gone(row.name);
    const changed = changedFeed(
      feed,
      changes.map((change) => newRow(change, row)),
    );
    if (typeof changed === 'string') return changed;
    const words = countWords(changed);
    if (words > writtenLimits.words && words > countWords(feed))
      return `The feed would have ${words} words of its own, but the API allows ${writtenLimits.words}. The operator can write more of them into the configuration.`;
    const state = changes.some(({ kind }) => kind === 'mapping') ? of : 'stored';
    const { mappingText } = state === 'stored' ? feed : changed;
    const tried = { ...changed, mappingText };
    const read = await readMapping(app.settled, tried, await kept(row), { guard, state, row });
    // If a feed cannot be read as it is, undoing any other change must still be possible.
    if (!read.ok) return of === 'kept' && state === 'stored' ? null : problemsOf(read);
    const { dictionary } = read.mapping;
    const stated = changes.map((change) => statedProblem(change, (field) => dictionary.tablesOf(field)));
    return stated.find((why) => why !== null) ?? null;
  };
  return {
    async inForce(row) {
      const feed = feedOf(row);
      if (feed === null) return gone(row.name);
      const read = await readMapping(app.settled, feed, await kept(row), { guard, row });
      if (!read.ok) return `The mapping of feed ${row.name} cannot be used: ${problemsOf(read)}`;
      const { name, version, source, dictionary } = read.mapping;
      const { tables, unmapped, constants, answers, where } = feed;
      const shown = { tables, unmapped, constants, answers, where, dictionary, lists: dictionary.lists };
      const isOwn = feed.mappingText !== null;
      const hasFile = !isOwn || (await configuredTexts(app.settled, feed)) !== null;
      return { name, version, preset: feed.mapping, text: source.text, isOwn, hasFile, ...shown };
    },
    async check(row, text) {
      const feed = feedOf(row);
      if (feed === null)
        return {
          name: null,
          problems: [problem('error', { line: null, column: null, message: gone(row.name) })],
        };
      const known = await store.reference.known();
      const portal =
        known === null ? null : { vocabulary: known.vocabulary.vocabulary, places: known.places.places };
      return checkedText(app, { ...feed, mappingText: text }, await kept(row), portal);
    },
    propose: (row) => proposeAgain(row, feedOf(row), app.services),
    whyNot: (row, changes) => whyNot(row, changes, 'new'),
    async whyNotUndone(row, change) {
      const same = (await store.feedChanges.list({ feed: row.name, connectionId: row.connectionId })).filter(
        (one) => one.undoneAt === null && changeKey(one) === changeKey(change),
      );
      const [newest, below] = same;
      // Below the only text is the configured mapping, which a feed that was set up here may not have.
      const back = below ?? (change.kind === 'mapping' ? { ...change, value: null } : undefined);
      return newest?.id !== change.id || back === undefined ? null : whyNot(row, [back], 'kept');
    },
  };
}

function countWords({ tables }: Pick<FeedConfig, 'tables'>): number {
  return Object.values(tables).reduce((sum, words) => sum + Object.keys(words).length, 0);
}

function problemsOf({ problems, files }: { problems: readonly string[]; files: readonly string[] }): string {
  return withoutFolders(problems.join('; '), files);
}

function gone(name: string): string {
  return `The feed ${name} is no longer in the configuration.`;
}

/** The change as it would be stored. */
function newRow(change: FeedChange, { name, connectionId }: FeedRecord): FeedChangeRecord {
  return { ...change, id: 0, feed: name, connectionId, author: '', at: 0, undoneAt: null, undoneBy: null };
}

function problem(
  severity: MappingProblem['severity'],
  { line, column, message }: Omit<MappingError, 'file'>,
): MappingProblem {
  return { severity, line, column, message };
}

type Portal = Extract<CheckJob, { ask: 'compile' }>['hints'];

/** Compiles nothing of the text on this thread. */
async function checkedText(
  { settled, services: { guard } }: RunningFeeds,
  feed: FeedConfig,
  kept: readonly KeptMapping[],
  hints: Portal,
): Promise<CheckedMapping> {
  const reader = new MappingReader(settled.mappings, kept, 'new');
  const withoutPaths = (error: MappingError): MappingError => ({
    ...error,
    message: withoutFolders(error.message, reader.files),
  });
  try {
    const source = await findMapping(settled, feed, reader, { guard, state: 'new' });
    if (source === null) return { name: null, problems: [] };
    const job = { ask: 'compile', source, hints: hints ?? null } as const;
    const checked = guard === null ? checkText(job) : await checkOnThread(job, guard);
    if (checked.ask !== 'compile') throw new TypeError('unexpected kind of answer');
    return {
      name: checked.name,
      problems: [
        ...checked.errors.map((error) => problem('error', withoutPaths(error))),
        ...checked.hints.literal.map((error) => problem('warning', error)),
        ...checked.hints.unresolved.map((error) => problem('warning', error)),
        ...checked.hints.idle.map((error) => problem('hint', error)),
      ],
    };
  } catch (error) {
    if (!isUnusable(error)) throw error;
    return {
      name: null,
      problems: [
        problem('error', {
          ...{ line: null, column: null },
          message: withoutFolders(error.message, reader.files),
        }),
      ],
    };
  }
}
/** The feeds as they run, and what reads and compiles mappings. */
interface RunningFeeds {
  settled: Config;
  services: Pick<Services, 'store' | 'guard' | 'spool' | 'protocol'>;
}

/** Shows and checks how a feed is read, for users who change it. */
export interface MappingEditor {
  /** The mapping in use, or a message why it cannot be read. */
  inForce(feed: FeedRecord): Promise<MappingInForce | string>;
  /** Checks a text in place of the feed's mapping: every mistake with line and column, and rules that have no effect. */
  check(feed: FeedRecord, text: string): Promise<CheckedMapping>;
  /** A mapping for the feed's last file, built from its records alone, or a message why there is none. */
  propose(feed: FeedRecord): Promise<KeptProposal | string>;
  /** @returns why the feed could not be read with these changes; null if it could */
  whyNot(feed: FeedRecord, changes: readonly FeedChange[]): Promise<string | null>;
  /** @returns why a change cannot be undone: the value below it breaks a newer rule. Null if it can */
  whyNotUndone(feed: FeedRecord, change: FeedChangeRecord): Promise<string | null>;
}

interface MappingInForce {
  name: string;
  version: number;
  /** The preset that the feed is configured with. */
  preset: string;
  text: string;
  /** Whether the text was written here, in place of the file's. */
  isOwn: boolean;
  /** Whether the configuration has a mapping for the feed, which applies without such a text. */
  hasFile: boolean;
  dictionary: Dictionary;
  /** The mapping's tables. For each, the list of the portal that its targets belong to, if any. */
  lists: ReadonlyMap<string, WordList | null>;
  tables: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  unmapped: Readonly<Record<string, unknown>>;
  constants: Readonly<Record<string, unknown>>;
  answers: Readonly<Record<string, unknown>>;
  where: string | null;
}

interface CheckedMapping {
  name: string | null;
  problems: MappingProblem[];
}

interface MappingProblem {
  severity: 'error' | 'warning' | 'hint';
  line: number | null;
  column: number | null;
  message: string;
}
