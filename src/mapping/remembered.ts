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

const textMax = 60;
const entriesMax = 2000;
