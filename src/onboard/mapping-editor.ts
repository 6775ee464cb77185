import type { Services } from '../sync/services/services.js';
import type { Config } from '../config/schema.js';
import { MappingReader, withoutFolders, type TextState } from '../effective/mapping-files.js';
import { findMapping, isUnusable, readMapping } from '../effective/mappings.js';
import { changedFeed } from '../effective/merge.js';
import type { FeedConfig } from '../config/feed-schema.js';
import { changeKey, type FeedChange } from '../core/setup/feed-changes.js';
import type { MappingError } from '../mapping/compile/load-mapping.js';
import { writtenLimits } from '../mapping/language/mapping-limits.js';
import type { FeedRecord, KeptMapping } from '../model/feed.js';
import type { FeedChangeRecord } from '../store/store.js';
import { checkText, type CheckJob } from '../sync/map/check-text.js';
import { checkOnThread } from '../sync/map/map-guard.js';
import { statedProblem } from '../mapping/language/stated-facts.js';
import type { Dictionary } from '../mapping/compile/dictionary.js';
import type { VocabularyField } from '../model/reference.js';

/** How a feed is read, shown, checked and tried out, by the very code that reads it. */
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
      return `The feed would have ${words} words of its own, and over the API it may have ${writtenLimits.words}. The operator can write further ones into the configuration.`;
    const state = changes.some(({ kind }) => kind === 'mapping') ? of : 'stored';
    const { mappingText } = state === 'stored' ? feed : changed;
    const tried = { ...changed, mappingText };
    const read = await readMapping(app.settled, tried, await kept(row), { guard, state });
    // Of a feed that cannot be read as it is, anything else may be taken back.
    if (!read.ok) return of === 'kept' && state === 'stored' ? null : toldOf(read);
    const { dictionary } = read.mapping;
    const stated = changes.map((change) => statedProblem(change, (field) => dictionary.tablesOf(field)));
    return stated.find((why) => why !== null) ?? null;
  };
  return {
    async inForce(row) {
      const feed = feedOf(row);
      if (feed === null) return gone(row.name);
      const read = await readMapping(app.settled, feed, await kept(row), { guard });
      if (!read.ok) return `The mapping of feed ${row.name} cannot be used: ${toldOf(read)}`;
      const { name, version, source, dictionary } = read.mapping;
      const { tables, unmapped, constants, answers, where } = feed;
      const shown = { tables, unmapped, constants, answers, where, dictionary, lists: dictionary.lists };
      const isOwn = feed.mappingText !== null;
      return { name, version, preset: feed.mapping, text: source.text, isOwn, ...shown };
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
    whyNot: (row, changes) => whyNot(row, changes, 'new'),
    async whyNotUndone(row, change) {
      const same = (await store.feedChanges.list({ feed: row.name, connectionId: row.connectionId })).filter(
        (one) => one.undoneAt === null && changeKey(one) === changeKey(change),
      );
      const [newest, back] = same;
      return newest?.id !== change.id || back === undefined ? null : whyNot(row, [back], 'kept');
    },
  };
}

function countWords({ tables }: Pick<FeedConfig, 'tables'>): number {
  return Object.values(tables).reduce((sum, words) => sum + Object.keys(words).length, 0);
}

function toldOf({ problems, files }: { problems: readonly string[]; files: readonly string[] }): string {
  return withoutFolders(problems.join('; '), files);
}

function gone(name: string): string {
  return `The feed ${name} is not in the configuration any more.`;
}

/** As it would be stored. */
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

/** Nothing of the text is compiled on this thread. */
async function checkedText(
  { settled, services: { guard } }: RunningFeeds,
  feed: FeedConfig,
  kept: readonly KeptMapping[],
  hints: Portal,
): Promise<CheckedMapping> {
  const reader = new MappingReader(settled.mappings, kept, 'new');
  const told = (error: MappingError): MappingError => ({
    ...error,
    message: withoutFolders(error.message, reader.files),
  });
  try {
    const source = await findMapping(settled, feed, reader, { guard, state: 'new' });
    if (source === null) return { name: null, problems: [] };
    const job = { ask: 'compile', source, hints: hints ?? null } as const;
    const checked = guard === null ? checkText(job) : await checkOnThread(job, guard);
    if (checked.ask !== 'compile') throw new TypeError('another answer than was asked for');
    return {
      name: checked.name,
      problems: [
        ...checked.errors.map((error) => problem('error', told(error))),
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
  services: Pick<Services, 'store' | 'guard'>;
}

/** What people see and change of how a feed is read. */
export interface MappingEditor {
  /** As it is in force, or a sentence why it cannot be read. */
  inForce(feed: FeedRecord): Promise<MappingInForce | string>;
  /** A text in its place: every mistake with its line and column, and what in it does nothing. */
  check(feed: FeedRecord, text: string): Promise<CheckedMapping>;
  /** Why the feed could not be read with these changes over it; null where it can. */
  whyNot(feed: FeedRecord, changes: readonly FeedChange[]): Promise<string | null>;
  /** Why a change cannot be taken back: what lay under it was written before a rule that it breaks. Null where it can. */
  whyNotUndone(feed: FeedRecord, change: FeedChangeRecord): Promise<string | null>;
}

interface MappingInForce {
  name: string;
  version: number;
  /** With which the feed is configured. */
  preset: string;
  text: string;
  /** It was written here, over the file. */
  isOwn: boolean;
  dictionary: Dictionary;
  /** The mapping's tables, each with the portal's list to which its targets belong, if any. */
  lists: ReadonlyMap<string, VocabularyField | null>;
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
