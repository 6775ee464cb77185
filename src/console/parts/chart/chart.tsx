import { Group, Paper, Skeleton, Table, Text, Title } from '@mantine/core';
import { Suspense, useMemo, type ReactNode } from 'react';
import { lazy } from '../../lazy.js';
import { useSpeech } from '../../words/context.js';
import { localeOf } from '../../words/language.js';
import { Boundary } from '../boundary.js';
import { Fold } from '../fold.js';
import { Muted } from '../muted.js';
import type { ChartSeries } from './series.js';

const Plot = lazy(() => import('./plot.js'));

interface ChartProps {
  title: string;
  /** The heading of the table's column of times. */
  timeLabel: string;
  /** Unix seconds, ascending. */
  times: readonly number[];
  /** Formats the time at an index of `times` for the table. */
  timeText: (index: number) => string;
  series: readonly ChartSeries[];
}

/** A chart of numbers over time, and the same numbers as a folded table. */
export function Chart(props: ChartProps): ReactNode {
  const { title, times, series } = props;
  const { t, language } = useSpeech();
  return (
    <Paper withBorder p="md" component="figure" m={0}>
      <Group justify="space-between" component="figcaption" mb="xs" gap="xs">
        <Title order={2} size="h5">
          {title}
        </Title>
        <Legend series={series} />
      </Group>
      {times.length === 0 ? (
        <Muted>{t('chart.none')}</Muted>
      ) : (
        <>
          {/* The library throws where the browser names no valid language. The table has the same numbers. */}
          <Boundary instead={<Muted>{t('chart.broken')}</Muted>}>
            <Suspense fallback={<Skeleton height={220} />}>
              <Plot times={times} series={series} locale={localeOf[language]} />
            </Suspense>
          </Boundary>
          <Fold summary={t('chart.table')}>
            <Numbers {...props} />
          </Fold>
        </>
      )}
    </Paper>
  );
}

function Legend({ series }: { series: readonly ChartSeries[] }): ReactNode {
  return (
    <Group gap="md">
      {series.map(({ label, tone, kind }) => (
        <Group key={label} gap={6}>
          <span className={`plot plot-key plot-key-${tone} plot-key-${kind}`} aria-hidden />
          <Text size="xs">{label}</Text>
        </Group>
      ))}
    </Group>
  );
}

/** The numbers as a table, latest first. */
function Numbers({ title, timeLabel, times, timeText, series }: ChartProps): ReactNode {
  const { number } = useSpeech();
  const rows = useMemo(() => times.map((_, index) => index).reverse(), [times]);
  return (
    <Table.ScrollContainer minWidth={320} maxHeight={360}>
      <Table aria-label={title} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{timeLabel}</Table.Th>
            {series.map(({ label }) => (
              <Table.Th key={label} scope="col" ta="right">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((index) => (
            <Table.Tr key={index}>
              <Table.Td className="numeric">{timeText(index)}</Table.Td>
              {series.map(({ label, values }) => {
                const value = values[index] ?? null;
                return (
                  <Table.Td key={label} ta="right" className="numeric">
                    {value === null ? '–' : number(value)}
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
