export const daySeconds = 86_400;
/** A chart by days covers at least as many: one day alone would get hours on its axis. */
const daysMin = 7;

export interface TimeAxis {
  /** Unix seconds. */
  from: number;
  to: number;
  /** Whether each value is of a whole day. */
  isByDay: boolean;
  labels: 'dates' | 'hours';
}

/**
 * The time axis of a chart. Half the distance between two values stays free at both sides, for the first and the last
 * bar. A single value is one of a day.
 * @param times Unix seconds, in order
 */
export function timeAxis(times: readonly number[]): TimeAxis {
  const [first = 0, second] = times;
  const last = times.at(-1) ?? first;
  const step = (second ?? first + daySeconds) - first;
  const isByDay = step >= daySeconds;
  const from = (isByDay ? Math.min(first, last - (daysMin - 1) * daySeconds) : first) - step / 2;
  const to = last + step / 2;
  return { from, to, isByDay, labels: isByDay || to - from >= 3 * daySeconds ? 'dates' : 'hours' };
}
