import { readableFeed } from '../../assemble/readable-feed.js';
import { unmappedWords, type UnmappedWord } from '../../inspect/unmapped.js';
import type { Answer } from '../answer.js';
import { attentionIn } from './attention.js';
import { feedConfig, scopeOf, viewStore, type Context, type ScopeOptions } from '../context.js';
import { meaningLines, percent } from '../print/meanings.js';
import { table } from '../print/table.js';

/** `unmapped`: every unmapped value with suggestions, and the lines that map it. */
export async function showUnmapped(
  context: Context,
  _args: readonly string[],
  options: ScopeOptions,
): Promise<Answer> {
  return viewStore(context, async (view) => {
    const { store, config, feeds } = view;
    const { feedId, connectionId } = scopeOf(options, feeds);
    const chosen = feeds.filter(
      (feed) =>
        (feedId === undefined || feed.id === feedId) &&
        (connectionId === undefined || feed.connectionId === connectionId),
    );
    const dictionaryOf = async (name: string) => {
      const readable = await readableFeed(config, name, { store, guard: null });
      if (typeof readable === 'string') return null;
      return {
        dictionary: readable.mapping.dictionary,
        idPrefix: feedConfig(config, name)?.idPrefix ?? '',
      };
    };
    const words = await unmappedWords(chosen, dictionaryOf, store);
    return {
      text: [wordsTable(words), lines(words)].filter((part) => part !== '').join('\n\n'),
      json: { unmapped: words },
      attention: await attentionIn(view),
    };
  });
}

function wordsTable(words: readonly UnmappedWord[]): string {
  const cells = words.map(({ feed, field, word, count, samples, suggestions }) => [
    feed,
    field,
    word,
    count,
    samples.join(', '),
    suggestions.map(({ label, confidence }) => `${label} (${percent(confidence)})`).join(', ') || null,
  ]);
  const headings = ['feed', 'field', 'value', 'records', 'examples', 'suggestions'];
  return table(headings, cells, 'No unmapped values.');
}

/** Lines for the feed's configuration, grouped as in the file. */
function lines(words: readonly UnmappedWord[]): string {
  if (words.length === 0) return '';
  const parts = [
    'Map each value under its feed, or in the mapping. The lines below are guessed from similar words: check each one. null leaves the field empty.',
  ];
  for (const feed of new Set(words.map((word) => word.feed))) {
    const own = words.filter((word) => word.feed === feed && word.table !== null);
    if (own.length === 0) continue;
    parts.push(`# feed ${feed}\ntables:`);
    parts.push(...meaningLines(own));
  }
  const without = new Set(words.filter((word) => word.table === null).map((word) => word.field));
  if (without.size > 0)
    parts.push(
      `Fields without a table in the mapping, to which values could be added: ${[...without].join(', ')}.`,
    );
  return parts.join('\n');
}
