import type { RawRecords } from '../../feed/parse-records.js';
import { ThreadError } from '../../platform/process/threads.js';
import type { MapGuard } from '../services/services.js';
import type { CheckedText, CheckJob } from './check-text.js';

export const guardLimits = { checkMs: 5_000, batchMs: 2_000 };

/** A mapping exceeded its time or memory limit. The message is for users. */
export class MappingOverrun extends Error {
  override name = 'MappingOverrun';
}

const checkSetup = { key: 'check', data: { kind: 'check' } };

/**
 * Checks a mapping's text on the guard thread.
 * @throws MappingOverrun if that takes too much time or memory
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

/** A phrase that follows the mapping as its subject. */
export function tookTooMuch({ failure }: ThreadError, limitMs: number): string {
  return failure === 'memory' ? 'takes more than 128 MB of memory' : `takes longer than ${limitMs / 1000} s`;
}

/** A batch of this many bytes may block this process too long. It is mapped on the guard thread. */
const heavyBytes = 64 * 1024;
/** A batch with this many tags, attributes and entities may block this process too: each of them costs some 10 µs on a slow machine. */
const heavyMarks = 6_000;
const marks = Buffer.from('<=&');

/** Whether mapping these records may block this process too long, under any mapping. */
export function isHeavy({ bytes }: RawRecords): boolean {
  if (bytes.length > heavyBytes) return true;
  let found = 0;
  for (const mark of marks)
    for (let at = bytes.indexOf(mark); at !== -1 && found <= heavyMarks; at = bytes.indexOf(mark, at + 1))
      found += 1;
  return found > heavyMarks;
}

let setups = 0;

/** A unique key for a thread's setup. Never reused: words and places may differ between two setups. */
export function setupKey(): string {
  setups += 1;
  return String(setups);
}
