import { useMemo, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import type { Key } from '../../words/all.js';
import { useSpeech } from '../../words/context.js';
import { Answered } from '../states.js';
import { Chart } from './chart.js';
import type { ChartSeries } from './series.js';

/** A line of a chart: its look, and its value at a point. */
interface Line<Point> extends Pick<ChartSeries, 'kind' | 'tone'> {
  label: Key;
  value: (point: Point) => number | null;
}

const sizeLines: readonly Line<Schemas['SizeChart']['points'][number]>[] = [
  { label: 'chart.size.records', kind: 'points', tone: 'accent', value: ({ records }) => records },
  { label: 'chart.size.removals', kind: 'bars', tone: 'muted', value: ({ removals }) => removals },
  { label: 'chart.size.held', kind: 'bars', tone: 'bad', value: ({ held }) => held },
];

const itemLines: readonly Line<Schemas['ItemsChart']['points'][number]>[] = [
  { label: 'chart.items.sent', kind: 'bars', tone: 'accent', value: ({ sent }) => sent },
  { label: 'chart.items.removed', kind: 'line', tone: 'muted', value: ({ removed }) => removed },
];

const delayLines: readonly Line<Schemas['DelayChart']['points'][number]>[] = [
  { label: 'chart.delay.median', kind: 'points', tone: 'accent', value: (point) => point.median_minutes },
  { label: 'chart.delay.p95', kind: 'points', tone: 'warn', value: (point) => point.p95_minutes },
];

/** The size of a feed by days, with its removed and held listings. */
export function SizeChart({ feed }: { feed: string }): ReactNode {
  const chart = useAnswer(['charts', 'size', feed], (signal) =>
    api.GET('/api/v1/charts/size', { params: { query: { feed } }, signal }),
  );
  return (
    <Answered question={chart}>
      {({ points }) => <ByDay title="chart.size" points={points} lines={sizeLines} />}
    </Answered>
  );
}

/** How many minutes listings take from the feed to the portal, by days. */
export function DelayChart({ feed }: { feed: string }): ReactNode {
  const chart = useAnswer(['charts', 'delay', feed], (signal) =>
    api.GET('/api/v1/charts/delay', { params: { query: { feed } }, signal }),
  );
  return (
    <Answered question={chart}>
      {({ points }) => <ByDay title="chart.delay" points={points} lines={delayLines} />}
    </Answered>
  );
}

function ByDay<Point extends { day: string }>({
  title,
  points,
  lines,
}: {
  title: Key;
  points: readonly Point[];
  lines: readonly Line<Point>[];
}): ReactNode {
  const { t, day } = useSpeech();
  const times = useMemo(() => points.map((point) => secondsOf(point.day)), [points]);
  return (
    <Chart
      title={t(title)}
      timeLabel={t('chart.day')}
      times={times}
      timeText={(index) => day(points[index]?.day ?? '')}
      series={useSeries(points, lines)}
    />
  );
}

/** Items spent by the hour, of one connection or of all. */
export function ItemsChart({ connection = null }: { connection?: string | null }): ReactNode {
  const chart = useAnswer(['charts', 'items', connection], (signal) =>
    api.GET('/api/v1/charts/items', {
      params: { query: connection === null ? {} : { connection } },
      signal,
    }),
  );
  return <Answered question={chart}>{(data) => <Items chart={data} />}</Answered>;
}

function Items({ chart: { points, limit } }: { chart: Schemas['ItemsChart'] }): ReactNode {
  const { t, moment } = useSpeech();
  const times = useMemo(() => points.map((point) => secondsOf(point.hour)), [points]);
  const lines = useMemo(() => [...itemLines, ...limitLines(limit)], [limit]);
  return (
    <Chart
      title={t('chart.items')}
      timeLabel={t('chart.hour')}
      times={times}
      timeText={(index) => moment(points[index]?.hour ?? '')}
      series={useSeries(points, lines)}
    />
  );
}

/** A horizontal line at the hourly limit; none without a limit. */
function limitLines(limit: number | null): Line<unknown>[] {
  if (limit === null) return [];
  return [{ label: 'chart.items.limit', kind: 'limit', tone: 'bad', value: () => limit }];
}

/** The lines with their values. The result changes only with its inputs: the chart is drawn again whenever it does. */
function useSeries<Point>(points: readonly Point[], lines: readonly Line<Point>[]): ChartSeries[] {
  const { t } = useSpeech();
  return useMemo(
    () => lines.map(({ label, value, ...look }) => ({ ...look, label: t(label), values: points.map(value) })),
    [points, lines, t],
  );
}

function secondsOf(time: string): number {
  return Date.parse(time) / 1000;
}
