/** Feeds repeat a few hundred words in every record; what is made of a short one is kept. @param work gives the same for the same */
export function remembered<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, { result: T }>();
  return (text) => {
    if (text.length > textMax) return work(text);
    let entry = known.get(text);
    if (entry === undefined) {
      if (known.size === entriesMax) known.clear();
      entry = { result: work(text) };
      known.set(text, entry);
    }
    return entry.result;
  };
}

/** The same of whole files: few mappings are read again for each of thousands of feeds. */
export function rememberedFiles<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, { result: T }>();
  return (text) => {
    const entry = known.get(text) ?? { result: work(text) };
    if (known.size >= filesMax) known.clear();
    known.set(text, entry);
    return entry.result;
  };
}

const textMax = 60;
const entriesMax = 2000;
const filesMax = 50;
