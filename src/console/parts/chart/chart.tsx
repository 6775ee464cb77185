import { Group, Paper, Skeleton, Table, Text, Title } from '@mantine/core';
import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { useSpeech } from '../../words/context.js';
import { localeOf } from '../../words/language.js';
import { Fold } from '../fold.js';
import type { ChartSeries } from './series.js';

const Plot = lazy(() => import('./plot.js'));

/** A picture of numbers over time, with the same numbers as a table behind it. */
export function Chart({
  title,
  timeLabel,
  times,
  timeText,
  series,
}: {
  title: string;
  timeLabel: string;
  /** Unix seconds, growing. */
  times: readonly number[];
  /** How the table writes the time at this place. */
  timeText: (index: number) => string;
  series: readonly ChartSeries[];
}): ReactNode {
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
        <Text c="dimmed" size="sm">
          {t('chart.none')}
        </Text>
      ) : (
        <>
          <Suspense fallback={<Skeleton height={220} />}>
            <Plot times={times} series={series} locale={localeOf[language]} />
          </Suspense>
          <Fold summary={t('chart.table')}>
            <Numbers {...{ title, timeLabel, times, timeText, series }} />
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

function Numbers({
  title,
  timeLabel,
  times,
  timeText,
  series,
}: Pick<Parameters<typeof Chart>[0], 'title' | 'timeLabel' | 'times' | 'timeText' | 'series'>): ReactNode {
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
