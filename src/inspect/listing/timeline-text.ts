import { formatDuration } from '../../model/durations.js';
import type { Millis } from '../../model/millis.js';
import type { ClockStep } from './timeline.js';
import type { Times } from '../times.js';

/** One text for each step, such as `read 10:15:00 (13 min later, the slow step)`. */
export function clockTexts(clock: readonly ClockStep[], times: Times): string[] {
  let before: Millis | null = null;
  return clock.map((step) => {
    const text = stepText(step, before, times);
    before = step.at ?? before;
    return text;
  });
}

const labels: Readonly<Record<ClockStep['name'], string>> = {
  changed: 'changed in the feed',
  put: 'put by hand',
  read: 'read',
  understood: 'understood',
  queued: 'queued',
  sent: 'sent',
  accepted: 'accepted',
  visible: 'visible',
  last_seen: 'last in the feed',
  missed: 'missed',
  taken_off: 'off the portal',
};

function stepText(
  { name, state, at, took, slow, reason }: ClockStep,
  before: Millis | null,
  times: Times,
): string {
  const mark = slow ? 'the slow step' : null;
  const label = labels[name];
  if (state === 'later') return label;
  if (state === 'waiting') {
    const so = took === null || took < 1000 ? null : `for ${formatDuration(took)}`;
    return `${label}: waiting${bracketed([so, mark])}: ${reason ?? ''}`;
  }
  if (at === null) return `${label}${bracketed([reason ?? 'the time was not noted'])}`;
  const later = took === null || took < 1000 ? null : `${formatDuration(took)} later`;
  return `${label} ${times.after(at, before)}${bracketed([later, mark])}`;
}

function bracketed(parts: readonly (string | null)[]): string {
  const given = parts.filter((part) => part !== null);
  return given.length === 0 ? '' : ` (${given.join(', ')})`;
}
