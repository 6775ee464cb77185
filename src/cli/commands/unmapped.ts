import { readableFeed } from '../../assemble/server.js';
import { unmappedWords, type UnmappedWord } from '../../inspect/unmapped.js';
import type { Answer } from '../answer.js';
import { attentionIn } from './attention.js';
import { feedConfig, scopeOf, viewStore, type Context, type ScopeOptions } from '../context.js';
import { meaningLines, percent } from '../print/meanings.js';
import { table } from '../print/table.js';

/** `unmapped`: every word without a meaning, what it may mean, and the lines that say so. */
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
  const headings = ['feed', 'field', 'word', 'records', 'such as', 'perhaps'];
  return table(headings, cells, 'Every word has a meaning.');
}

/** What can be pasted into the feed's configuration, grouped as it stands there. */
function lines(words: readonly UnmappedWord[]): string {
  if (words.length === 0) return '';
  const parts = [
    'Give each word a meaning under its feed, or in the mapping. What stands below is guessed from likeness: look at each line. null means nothing.',
  ];
  for (const feed of new Set(words.map((word) => word.feed))) {
    const own = words.filter((word) => word.feed === feed && word.table !== null);
    if (own.length === 0) continue;
    parts.push(`# feed ${feed}\ntables:`);
    parts.push(...meaningLines(own));
  }
  const without = new Set(words.filter((word) => word.table === null).map((word) => word.field));
  if (without.size > 0)
    parts.push(`Without a table in the mapping, to which words could be added: ${[...without].join(', ')}.`);
  return parts.join('\n');
}
