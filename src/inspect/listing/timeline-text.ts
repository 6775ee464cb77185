import { formatDuration } from '../../model/durations.js';
import type { Millis } from '../../model/millis.js';
import type { TimelineStep } from './timeline.js';
import type { Times } from '../times.js';

/** One line per step, such as `read 10:15:00 (13 min later, the slow step)`. */
export function timelineTexts(steps: readonly TimelineStep[], times: Times): string[] {
  let before: Millis | null = null;
  return steps.map((step) => {
    const text = stepText(step, before, times);
    before = step.at ?? before;
    return text;
  });
}

const labels: Readonly<Record<TimelineStep['name'], string>> = {
  changed: 'changed in the feed',
  put: 'entered by hand',
  read: 'read',
  understood: 'understood',
  queued: 'queued',
  sent: 'sent',
  accepted: 'accepted',
  visible: 'visible',
  last_seen: 'last in the feed',
  missed: 'missed',
  taken_off: 'removed from the portal',
};

function stepText(
  { name, state, at, took, slow, reason }: TimelineStep,
  before: Millis | null,
  times: Times,
): string {
  const mark = slow ? 'the slow step' : null;
  const label = labels[name];
  if (state === 'later') return label;
  if (state === 'waiting') {
    const waited = took === null || took < 1000 ? null : `for ${formatDuration(took)}`;
    return `${label}: waiting${bracketed([waited, mark])}: ${reason?.en ?? ''}`;
  }
  if (at === null) return `${label}${bracketed([reason?.en ?? 'time not recorded'])}`;
  const later = took === null || took < 1000 ? null : `${formatDuration(took)} later`;
  return `${label} ${times.after(at, before)}${bracketed([later, mark])}`;
}

function bracketed(parts: readonly (string | null)[]): string {
  const present = parts.filter((part) => part !== null);
  return present.length === 0 ? '' : ` (${present.join(', ')})`;
}
