import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import UPlot from 'uplot';
import type { ChartSeries } from './series.js';
import { daySeconds, timeAxis, type TimeAxis } from './time-axis.js';

const heightPx = 220;
/** Distances between the dates of a chart by days: never a part of a day. */
const dayIncrements = [1, 2, 3, 5, 7, 14, 30].map((days) => days * daySeconds);

/** The drawing of a chart. Only `Chart` uses it, and loads it lazily because the drawing library is large. */
export default function Plot({
  times,
  series,
  locale,
}: {
  /** Unix seconds. */
  times: readonly number[];
  series: readonly ChartSeries[];
  locale: string;
}): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme();
  useEffect(() => {
    const { current } = place;
    if (current === null) return;
    const data: UPlot.AlignedData = [[...times], ...series.map(({ values }) => [...values])];
    const plot = new UPlot(optionsOf(current, times, series, locale), data, current);
    const observer = new ResizeObserver(() => plot.setSize({ width: current.clientWidth, height: heightPx }));
    observer.observe(current);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [times, series, scheme, locale]);
  return <div ref={place} className="plot" aria-hidden />;
}

function optionsOf(
  place: HTMLElement,
  times: readonly number[],
  series: readonly ChartSeries[],
  locale: string,
): UPlot.Options {
  const { from, to, isByDay, labels } = timeAxis(times);
  const colour = (name: string): string => inkOf(place, name);
  const number = new Intl.NumberFormat(locale);
  const axis = {
    stroke: colour('text'),
    grid: { stroke: colour('grid'), width: 1 },
    ticks: { stroke: colour('grid'), width: 1 },
  };
  const values = (_: UPlot, splits: number[]): string[] => splits.map((each) => number.format(each));
  return {
    width: place.clientWidth,
    height: heightPx,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { range: () => [from, to] },
      y: { range: fromZero },
    },
    axes: [
      {
        ...axis,
        ...(isByDay && { incrs: dayIncrements }),
        values: (_, splits) => splits.map((each) => timeLabel(each, labels, locale)),
      },
      { ...axis, size: 56, values },
    ],
    series: [{}, ...series.map((one) => lineOf(one, colour(one.tone)))],
  };
}

function lineOf({ kind }: ChartSeries, stroke: string): UPlot.Series {
  if (kind === 'bars') {
    const { bars } = UPlot.paths;
    return {
      stroke,
      fill: stroke,
      width: 0,
      points: { show: false },
      ...(bars !== undefined && { paths: bars({ size: [0.6, 24] }) }),
    };
  }
  return {
    stroke,
    width: 2,
    spanGaps: true,
    points: { show: kind === 'points', size: 5 },
    ...(kind === 'limit' && { dash: [6, 4] }),
  };
}

/** A colour of the style sheet (`--plot-<name>`) as `rgb(…)`: a canvas knows neither variables nor `light-dark()`. */
function inkOf(place: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--plot-${name})`;
  place.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** The range of the vertical axis. It always begins at zero: otherwise small changes look large. */
function fromZero(_: UPlot, __: number, max: number): UPlot.Range.MinMax {
  return [0, max > 0 ? max * 1.1 : 1];
}

/** A label of the time axis. Among times of day, midnight is shown as the date that begins. */
function timeLabel(at: number, labels: TimeAxis['labels'], locale: string): string {
  const time = new Date(at * 1000);
  const isHour = labels === 'hours' && time.getHours() + time.getMinutes() > 0;
  const form: Intl.DateTimeFormatOptions = isHour
    ? { hour: '2-digit', minute: '2-digit' }
    : { day: 'numeric', month: 'numeric' };
  return new Intl.DateTimeFormat(locale, form).format(time);
}
