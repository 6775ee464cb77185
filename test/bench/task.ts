/** One measurement in a process of its own, so that its peak of memory is its own. */
export interface Task {
  kind: 'prepare' | 'poll' | 'later-polls' | 'fast-xml-parser' | 'csv-parse' | 'parse' | 'parse-and-map';
  /** Holds configuration and store. */
  folder: string;
  feed: string;
  mapping: string;
  /** Where the feed is polled; the file itself where it is left out. */
  url?: string;
  /** What the feed becomes before each poll of one process; the first ones only warm it up. */
  exports?: readonly string[];
}

/** As many polls of a process that are not counted as later ones. */
export const warmingPolls = 2;

export interface Measured {
  seconds: number;
  peakMegabytes: number;
  records: number;
  /** Records that were parsed, where our poll counts them. */
  parsed: number;
  message: string;
}

export type Result = Omit<Measured, 'seconds' | 'peakMegabytes'>;

export const nothing: Result = { records: 0, parsed: 0, message: '' };

export async function timed(work: () => Promise<Result>): Promise<Result & { seconds: number }> {
  const start = performance.now();
  const result = await work();
  return { ...result, seconds: (performance.now() - start) / 1000 };
}
