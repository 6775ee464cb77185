import type { RawRecords } from '../../feed/parse-records.js';
import { ThreadError } from '../../platform/process/threads.js';
import type { MapGuard } from '../services/services.js';
import type { CheckedText, CheckJob } from './check-text.js';

export const guardLimits = { checkMs: 5_000, batchMs: 2_000 };

/** A mapping took more time or memory than it may. The message is a sentence for a person. */
export class MappingOverrun extends Error {
  override name = 'MappingOverrun';
}

const checkSetup = { key: 'check', data: { kind: 'check' } };

/**
 * Reads a mapping's text on the guard thread.
 * @throws MappingOverrun where that takes too much time or memory
 */
export async function checkOnThread<Job extends CheckJob>(
  job: Job,
  { threads, checkMs }: MapGuard,
): Promise<Extract<CheckedText, { ask: Job['ask'] }>> {
  try {
    const checked = await threads.run({ setup: checkSetup, job, limitMs: checkMs });
    return checked as Extract<CheckedText, { ask: Job['ask'] }>;
  } catch (error) {
    if (!(error instanceof ThreadError) || error.failure === 'failed') throw error;
    throw new MappingOverrun(
      `Reading this mapping ${tookTooMuch(error, checkMs)}: write fewer rules, shorter patterns and shorter conditions.`,
    );
  }
}

/** The rest of a sentence about a mapping. */
export function tookTooMuch({ failure }: ThreadError, limitMs: number): string {
  return failure === 'memory' ? 'takes more than 128 MB of memory' : `takes longer than ${limitMs / 1000} s`;
}

/** A batch of this many bytes may take longer than others may wait: it is mapped apart. */
const heavyBytes = 64 * 1024;
/** So is one with so many tags, attributes and entities, each of which costs some 10 µs on a slow machine. */
const heavyMarks = 6_000;
const marks = Buffer.from('<=&');

/** Whether records may take longer than others may wait, under any mapping. */
export function isHeavy({ bytes }: RawRecords): boolean {
  if (bytes.length > heavyBytes) return true;
  let found = 0;
  for (const mark of marks)
    for (let at = bytes.indexOf(mark); at !== -1 && found <= heavyMarks; at = bytes.indexOf(mark, at + 1))
      found += 1;
  return found > heavyMarks;
}

let setups = 0;

/** Names a thread's setup. No two share one: words and places may have changed between them. */
export function setupKey(): string {
  setups += 1;
  return String(setups);
}
