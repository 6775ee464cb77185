import type { RawRecords } from '../../feed/parse-records.js';
import { checkMemory, serveThread } from '../../platform/process/threads.js';
import { checkText, type CheckJob } from './check-text.js';
import { serveReader, type ReaderJob, type ReaderSetup } from './record-reader.js';
import { mapperOf, type MapperSetup, type RecordOutcome } from './map-records.js';

/** A thread's answer. The contents of all records are one buffer, which is transferred without a copy. */
export interface MappedOnThread {
  outcomes: Omit<RecordOutcome, 'content'>[];
  contents: Uint8Array;
  /** Where each record's content ends in `contents`. */
  ends: number[];
}

/** Entry point of the threads that check mappings and map records. */
serveThread((setup) => {
  const { kind } = setup as ThreadSetup;
  if (kind === 'check') return (job) => ({ result: checkText(job as CheckJob), transfer: [] });
  if (kind === 'read') {
    const read = serveReader(setup as ReaderSetup, checkMemory);
    return (job) => ({ result: read(job as ReaderJob), transfer: [] });
  }
  const map = mapperOf(setup as MapperSetup, checkMemory);
  return (job) => {
    const mapped = joined(map(job as RawRecords));
    return { result: mapped, transfer: [mapped.contents.buffer as ArrayBuffer] };
  };
});

type ThreadSetup = MapperSetup | ReaderSetup | { kind: 'check' };

function joined(records: readonly RecordOutcome[]): MappedOnThread {
  let end = 0;
  const ends = records.map(({ content }) => (end += content.length));
  const contents = new Uint8Array(end);
  for (const [index, { content }] of records.entries()) contents.set(content, ends[index - 1] ?? 0);
  return { outcomes: records.map(({ content: _, ...outcome }) => outcome), contents, ends };
}
