import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSpeech } from '../../words/context.js';
import { DayField } from '../form/day-field.js';
import { bound } from '../form/form.js';

/** A range of time as the page's address names it: a span that ends now, or two times as the fields write them. */
export interface TimeRange {
  range: string;
  from: string;
  to: string;
}
export const rangeNames = ['range', 'from', 'to'] as const;

const hours = { hour: 1, six: 6, day: 24, week: 7 * 24 } as const;
type Span = keyof typeof hours;
const spans = Object.keys(hours) as readonly Span[];

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** The query of the API for a range. A span begins at a whole minute, so that a page asks for the same one again. */
export function queryOfRange(
  { range, from, to }: TimeRange,
  atOf: (written: string) => number | null,
): { since?: string; until?: string } {
  const span = spans.find((each) => each === range);
  if (span !== undefined) {
    const start = Math.floor((Date.now() - hours[span] * hourMs) / minuteMs) * minuteMs;
    return { since: new Date(start).toISOString() };
  }
  if (range !== 'own') return {};
  const [since, until] = [atOf(from), atOf(to)];
  return {
    ...(since !== null && { since: new Date(since).toISOString() }),
    ...(until !== null && { until: new Date(until).toISOString() }),
  };
}

/** Chooses a range of time. Times are of the server's zone, as on all pages. */
export function TimeRangeChoice({
  chosen,
  set,
}: {
  chosen: TimeRange;
  set: (changed: Partial<TimeRange>) => void;
}): ReactNode {
  const { t } = useSpeech();
  const field = (name: 'from' | 'to'): ReactNode => (
    <DayField
      size="xs"
      time={name === 'from' ? '00:00:00' : '23:59:59'}
      label={t(`list.time.${name}`)}
      value={chosen[name]}
      onChange={(value) => set({ [name]: value ?? '' })}
    />
  );
  return (
    <>
      <NativeSelect
        size="xs"
        label={t('list.time')}
        {...bound(chosen.range, (range) => set({ range, ...(range !== 'own' && { from: '', to: '' }) }))}
        data={[
          { value: '', label: t('list.time.any') },
          ...spans.map((value) => ({ value, label: t(`list.time.${value}`) })),
          { value: 'own', label: t('list.time.own') },
        ]}
      />
      {chosen.range === 'own' && (
        <>
          {field('from')}
          {field('to')}
        </>
      )}
    </>
  );
}
