import { formatDuration } from '../../model/durations.js';
import type { Eta } from '../../core/schedule/eta.js';
import type { Millis } from '../../model/millis.js';

/** Below this, the text is "with the next push". */
const soonMs = 60_000;

/** Text for one listing, such as `sent in about 40 min: 312 are before it`. */
export function etaText({ at, before }: Eta, now: Millis): string {
  const when = at - now < soonMs ? 'with the next push' : `in about ${formatDuration(at - now)}`;
  return before === 0 ? `sent ${when}` : `sent ${when}: ${before} ${before === 1 ? 'is' : 'are'} before it`;
}

/** Text for a feed, such as `312 to send, the last in about 40 min`; null where nothing is to be sent. */
export function feedEtaText(toSend: number, eta: Eta | null, now: Millis): string | null {
  if (toSend === 0) return null;
  if (eta === null) return `${toSend} to send`;
  const when = eta.at - now < soonMs ? 'with the next push' : `in about ${formatDuration(eta.at - now)}`;
  return `${toSend} to send, the last ${when}`;
}
