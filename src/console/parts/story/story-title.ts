import type { Schemas } from '../../api/client.js';

/** A listing's title; of a record that is no listing, the one in its file. Null: it has none. */
export function storyTitle({
  listing,
  doubts,
  fields,
}: Pick<Schemas['ToldStory'], 'listing' | 'doubts' | 'fields'>): string | null {
  const known = listing?.title ?? doubts[0]?.title;
  if (known != null) return known;
  for (const { path, result } of fields ?? [])
    if (/^title\b/.test(path) && result !== null) {
      const title: unknown = JSON.parse(result);
      if (typeof title === 'string' && title !== '') return title;
    }
  return null;
}
