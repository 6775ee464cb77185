/** Feeds repeat a few hundred words in every record; what is made of a short one is kept. @param work gives the same for the same */
export function remembered<T>(work: (text: string) => T): (text: string) => T {
  const recall = remembering(work, 2_000);
  return (text) => (text.length > wordMax ? work(text) : recall(text));
}

/** The same of whole files: few mappings are read again for each of thousands of feeds. */
export function rememberedFiles<T>(work: (text: string) => T): (text: string) => T {
  return remembering(work, 50);
}

const wordMax = 60;

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
