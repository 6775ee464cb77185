import { ThreadError, type Threads } from '../../src/platform/process/threads.js';
import { checkText, type CheckJob } from '../../src/sync/map/check-text.js';
import { guardLimits } from '../../src/sync/map/map-guard.js';
import { type MapGuard } from '../../src/sync/services/services.js';
import type { App } from '../../src/assemble.js';
import { serveReader, type ReaderJob, type ReaderSetup } from '../../src/sync/map/record-reader.js';
import { mapperOf, type MapperSetup, type MapRecords } from '../../src/sync/map/map-records.js';
import type { RawRecords } from '../../src/feed/parse-records.js';
import { unforeseen } from './network.js';
import { altered } from '../support/altered.js';

/** Mapping an ad that throws fails in a way that no code foresees. */
export function throwOnSome(app: App): void {
  for (const feed of app.feeds) {
    const { mapping } = feed;
    altered(feed).mapping = {
      ...mapping,
      map(record, environment, trace) {
        if (record.value.status === 'throws') throw new TypeError(unforeseen);
        return mapping.map(record, environment, trace);
      },
    };
  }
}

/** The guard thread of a machine that is so fast that a mapping takes no time, but for a hog, on which it takes too much. */
export function simGuard(): MapGuard {
  const mappers = new Map<string, MapRecords>();
  const threads: Threads = {
    count: 1,
    async run({ setup, job }) {
      if (setup.key === 'check') return checkText(job as CheckJob);
      const data = setup.data as MapperSetup | ReaderSetup;
      // A hog costs too much to be mapped; its id is found in no time.
      if (data.kind === 'read') return serveReader(data, () => undefined)(job as ReaderJob);
      const raw = job as RawRecords;
      if (Buffer.from(raw.bytes).includes('<status>hog</status>'))
        throw new ThreadError('it took too long', 'time');
      const map = mappers.get(setup.key) ?? mapperOf(data, () => undefined);
      mappers.set(setup.key, map);
      const outcomes = map(raw);
      let end = 0;
      const ends = outcomes.map(({ content }) => (end += content.length));
      return { outcomes, contents: Buffer.concat(outcomes.map(({ content }) => content)), ends };
    },
    rest: () => undefined,
    close: async () => undefined,
  };
  return { threads, ...guardLimits };
}
