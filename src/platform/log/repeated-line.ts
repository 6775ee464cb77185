import type { Clock } from '../clock.js';
import type { Log } from './log.js';

const everyMs = 60_000;

/** Limits a warning that strangers can trigger at will: the first one is logged at once, then one line per minute with the count. */
export function createRepeatedLine(
  message: string,
  { log, clock }: { log: Log; clock: Clock },
): (fields: { reason: string }) => void {
  let count = 0;
  let isWaiting = false;
  let last = { reason: '' };
  const summarise = (): void => {
    isWaiting = false;
    if (count === 0) return;
    const more = count;
    count = 0;
    log.warn(`${message}, more of them`, { ...last, count: more, seconds: everyMs / 1000 });
    wait();
  };
  const wait = (): void => {
    isWaiting = true;
    clock.sleep(everyMs).then(summarise, () => undefined);
  };
  return (fields) => {
    last = fields;
    if (isWaiting) {
      count++;
      return;
    }
    log.warn(message, fields);
    wait();
  };
}
