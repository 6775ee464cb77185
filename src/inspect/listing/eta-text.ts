import { formatDuration } from '../../model/durations.js';
import type { Eta } from '../../core/schedule/eta.js';
import type { Millis } from '../../model/millis.js';
import type { Sentence } from '../../model/sentence.js';

/** Below this, the text is "with the next push". */
const soonMs = 60_000;

/** Text for one listing, such as `sent in about 40 min: 312 are before it`. */
export function etaText({ at, before }: Eta, now: Millis): Sentence {
  const isSoon = at - now < soonMs;
  const span = formatDuration(at - now);
  const sr = isSoon ? 'šalje se uskoro' : `šalje se za oko ${span.replace('days', 'dana')}`;
  const en = isSoon ? 'sent with the next push' : `sent in about ${span}`;
  if (before === 0) return { sr, en };
  return {
    sr: `${sr}; pre njega: ${before}`,
    en: `${en}: ${before} ${before === 1 ? 'is' : 'are'} before it`,
  };
}

/** Text for a feed, such as `312 to send, the last in about 40 min`; null where nothing is to be sent. */
export function feedEtaText(toSend: number, eta: Eta | null, now: Millis): string | null {
  if (toSend === 0) return null;
  if (eta === null) return `${toSend} to send`;
  const when = eta.at - now < soonMs ? 'with the next push' : `in about ${formatDuration(eta.at - now)}`;
  return `${toSend} to send, the last ${when}`;
}
