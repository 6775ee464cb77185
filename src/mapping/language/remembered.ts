/**
 * Caches the results of `work` for short texts, because feeds repeat a few hundred words in every record.
 * @param work gives equal results for equal texts
 */
export function remembered<T>(work: (text: string) => T): (text: string) => T {
  const recall = remembering(work, 2_000);
  return (text) => (text.length > wordMax ? work(text) : recall(text));
}

/** Caches the results of `work` for whole files, because thousands of feeds share a few mappings. */
export function rememberedFiles<T>(work: (text: string) => T): (text: string) => T {
  return remembering(work, 50);
}

/** Results for longer texts are not cached. */
const wordMax = 60;

/** A cache that is emptied when it has `entriesMax` entries. */
function remembering<T>(work: (text: string) => T, entriesMax: number): (text: string) => T {
  const known = new Map<string, { result: T }>();
  return (text) => {
    let entry = known.get(text);
    if (entry === undefined) {
      if (known.size === entriesMax) known.clear();
      entry = { result: work(text) };
      known.set(text, entry);
    }
    return entry.result;
  };
}
