import { useMemo, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { useSpeech } from '../../words/context.js';
import { Answered } from '../states.js';
import { Chart } from './chart.js';
import type { ChartSeries } from './series.js';

/** Size of a feed by days, with what was taken off and what is held. */
export function SizeChart({ feed }: { feed: string }): ReactNode {
  const chart = useAnswer(['charts', 'size', feed], (signal) =>
    api.GET('/api/v1/charts/size', { params: { query: { feed } }, signal }),
  );
  return <Answered question={chart}>{({ points }) => <Size points={points} />}</Answered>;
}

function Size({ points }: { points: Schemas['SizeChart']['points'] }): ReactNode {
  const { t, day } = useSpeech();
  const times = useMemo(() => points.map((point) => secondsOf(point.day)), [points]);
  const series = useMemo<ChartSeries[]>(
    () => [
      {
        label: t('chart.size.records'),
        kind: 'points',
        tone: 'accent',
        values: points.map(({ records }) => records),
      },
      {
        label: t('chart.size.removals'),
        kind: 'bars',
        tone: 'muted',
        values: points.map(({ removals }) => removals),
      },
      {
        label: t('chart.size.held'),
        kind: 'bars',
        tone: 'bad',
        values: points.map(({ held }) => held),
      },
    ],
    [points, t],
  );
  return (
    <Chart
      title={t('chart.size')}
      timeLabel={t('chart.day')}
      times={times}
      timeText={(index) => day(points[index]?.day ?? '')}
      series={series}
    />
  );
}

/** Items spent by the hour, of a connection or of all. */
export function ItemsChart({ connection = null }: { connection?: string | null }): ReactNode {
  const chart = useAnswer(['charts', 'items', connection], (signal) =>
    api.GET('/api/v1/charts/items', {
      params: { query: connection === null ? {} : { connection } },
      signal,
    }),
  );
  return <Answered question={chart}>{(data) => <Items chart={data} />}</Answered>;
}

function Items({ chart }: { chart: Schemas['ItemsChart'] }): ReactNode {
  const { t, moment } = useSpeech();
  const { points, limit } = chart;
  const times = useMemo(() => points.map((point) => secondsOf(point.hour)), [points]);
  const series = useMemo<ChartSeries[]>(
    () => [
      { label: t('chart.items.sent'), kind: 'bars', tone: 'accent', values: points.map(({ sent }) => sent) },
      {
        label: t('chart.items.removed'),
        kind: 'line',
        tone: 'muted',
        values: points.map(({ removed }) => removed),
      },
      ...(limit === null
        ? []
        : [
            {
              label: t('chart.items.limit'),
              kind: 'limit',
              tone: 'bad',
              values: points.map(() => limit),
            } as const,
          ]),
    ],
    [points, limit, t],
  );
  return (
    <Chart
      title={t('chart.items')}
      timeLabel={t('chart.hour')}
      times={times}
      timeText={(index) => moment(points[index]?.hour ?? '')}
      series={series}
    />
  );
}

/** How long listings take from the feed to the portal. */
export function DelayChart({ feed }: { feed: string }): ReactNode {
  const chart = useAnswer(['charts', 'delay', feed], (signal) =>
    api.GET('/api/v1/charts/delay', { params: { query: { feed } }, signal }),
  );
  return <Answered question={chart}>{({ points }) => <Delay points={points} />}</Answered>;
}

function Delay({ points }: { points: Schemas['DelayChart']['points'] }): ReactNode {
  const { t, day } = useSpeech();
  const times = useMemo(() => points.map((point) => secondsOf(point.day)), [points]);
  const series = useMemo<ChartSeries[]>(
    () => [
      {
        label: t('chart.delay.median'),
        kind: 'points',
        tone: 'accent',
        values: points.map((point) => point.median_minutes),
      },
      {
        label: t('chart.delay.p95'),
        kind: 'points',
        tone: 'warn',
        values: points.map((point) => point.p95_minutes),
      },
    ],
    [points, t],
  );
  return (
    <Chart
      title={t('chart.delay')}
      timeLabel={t('chart.day')}
      times={times}
      timeText={(index) => day(points[index]?.day ?? '')}
      series={series}
    />
  );
}

function secondsOf(time: string): number {
  return Date.parse(time) / 1000;
}
