import type { App } from '../assemble.js';
import { loadFeedMapping, readMapping } from './mappings.js';
import { changedFeed } from './merge.js';
import type { FeedConfig } from '../config/feed-schema.js';
import type { FeedChange } from '../core/feed-changes.js';
import { createReference } from '../core/places.js';
import type { Reference } from '../core/reference.js';
import { mappingHints } from '../mapping/hints.js';
import type { MappingError } from '../mapping/load-mapping.js';
import type { MappingDesk, MappingProblem } from '../server/mapping-desk.js';
import type { FeedRow, KeptMapping } from '../store/rows.js';
import type { FeedChangeRow, Store } from '../store/store.js';

/** How a feed is read, shown, checked and tried out, by the very code that reads it. */
export function mappingDesk(app: App): MappingDesk {
  const { store } = app.services;
  const feedOf = ({ name, connectionId }: FeedRow): FeedConfig | null =>
    app.settled.feeds.find((feed) => feed.name === name && feed.connectionId === connectionId) ?? null;
  const kept = ({ id }: FeedRow): Promise<KeptMapping[]> => store.mappings.ofFeed(id);
  return {
    async inForce(row) {
      const feed = feedOf(row);
      if (feed === null) return gone(row.name);
      const read = await readMapping(app.settled, feed, await kept(row));
      if (!read.ok) return `The mapping of feed ${row.name} cannot be used: ${read.problems.join('; ')}`;
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
      const { loaded } = await loadFeedMapping(app.settled, { ...feed, mappingText: text }, await kept(row));
      if (loaded?.ok !== true)
        return { name: null, problems: (loaded?.errors ?? []).map((error) => problem('error', error)) };
      const { idle, unresolved } = mappingHints(text, loaded.mapping.source.file, await reference(store));
      return {
        name: loaded.mapping.name,
        problems: [
          ...unresolved.map((error) => problem('warning', error)),
          ...idle.map((error) => problem('hint', error)),
        ],
      };
    },
    async whyNot(row, changes) {
      const feed = feedOf(row);
      if (feed === null) return gone(row.name);
      const changed = changedFeed(
        feed,
        changes.map((change) => newRow(change, row)),
      );
      if (typeof changed === 'string') return changed;
      const { mappingText } = changes.some(({ kind }) => kind === 'mapping') ? changed : feed;
      const read = await readMapping(app.settled, { ...changed, mappingText }, await kept(row));
      return read.ok ? null : read.problems.join('; ');
    },
  };
}

function gone(name: string): string {
  return `The feed ${name} is not in the configuration any more.`;
}

/** As it would be stored. */
function newRow(change: FeedChange, { name, connectionId }: FeedRow): FeedChangeRow {
  return { ...change, id: 0, feed: name, connectionId, author: '', at: 0, undoneAt: null, undoneBy: null };
}

function problem(
  severity: MappingProblem['severity'],
  { line, column, message }: Omit<MappingError, 'file'>,
): MappingProblem {
  return { severity, line, column, message };
}

async function reference(store: Store): Promise<Reference | null> {
  const known = await store.reference.known();
  return known === null ? null : createReference(known.vocabulary.vocabulary, known.places.places);
}
