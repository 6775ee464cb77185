import { Button, Group, Loader, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useAgencyNames } from '../../api/agency-names.js';
import { api, type Schemas } from '../../api/client.js';
import { usePages } from '../../api/queries.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { Reason } from '../../parts/details.js';
import { Facts } from '../../parts/facts.js';
import { Fold } from '../../parts/fold.js';
import { bound } from '../../parts/form/form.js';
import { To } from '../../parts/links.js';
import { FilterBar } from '../../parts/list/filter-bar.js';
import { queryOfRange, rangeNames, TimeRangeChoice } from '../../parts/list/time-range.js';
import { Moment } from '../../parts/moment.js';
import { PageTitle } from '../../parts/page-title.js';
import { EmptyPart, Paged } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';
import { useFilters } from '../../parts/use-filters.js';
import { foldedRuns, type RunLine } from './folded-runs.js';

type Run = Schemas['DescribedRun'];

const kinds = ['poll', 'remap', 'push', 'outcomes', 'reconcile', 'reference'] as const;
const names = ['feed', 'kind', ...rangeNames] as const;

/**
 * Runs of the daemon, such as polls, pushes and comparisons, with their counts. While a run is under way, its counts
 * are updated.
 */
export default function RunsPage(): ReactNode {
  const { t, atOf } = useSpeech();
  const [filters, set] = useFilters(names);
  const kind = kinds.find((each) => each === filters.kind);
  const query = {
    ...(filters.feed !== '' && { feed: filters.feed }),
    ...(kind !== undefined && { kind }),
    ...queryOfRange(filters, atOf),
  };
  const isFiltered = names.some((name) => filters[name] !== '');
  const runs = usePages(['runs', query], (next, signal) =>
    api.GET('/api/v1/runs', { params: { query: { limit: 100, ...query, ...next } }, signal }),
  );
  return (
    <>
      <PageTitle title={t('nav.runs')} />
      <Stack gap="sm">
        <FilterBar hasTimes lift={isFiltered ? () => set(noFilters) : null}>
          <NativeSelect
            size="xs"
            label={t('runs.kind')}
            {...bound(filters.kind, (kind) => set({ kind }))}
            data={[
              { value: '', label: t('runs.kind.any') },
              ...kinds.map((value) => ({ value, label: t(`runs.kind.${value}`) })),
            ]}
          />
          <TextInput size="xs" label={t('runs.feed')} {...bound(filters.feed, (feed) => set({ feed }))} />
          <TimeRangeChoice chosen={filters} set={set} />
        </FilterBar>
        <Paged pages={runs} itemsOf={(page) => page.runs}>
          {(all) => (
            <>
              {all.length === 0 ? <EmptyPart title={t('runs.none')} /> : <RunTable runs={all} />}
              {all.some(({ state }) => state === 'running') && <Moving />}
            </>
          )}
        </Paged>
      </Stack>
    </>
  );
}

const noFilters = { feed: '', kind: '', range: '', from: '', to: '' };

const movesEveryMs = 3_000;

/** Reads the list again every 3 seconds. Shown while a run is under way, because no event reports its counts. */
function Moving(): ReactNode {
  const queries = useQueryClient();
  useEffect(() => {
    const timer = window.setInterval(
      () => void queries.invalidateQueries({ queryKey: ['runs'] }),
      movesEveryMs,
    );
    return () => window.clearInterval(timer);
  }, [queries]);
  return null;
}

function RunTable({ runs }: { runs: readonly Run[] }): ReactNode {
  const { t } = useSpeech();
  const [opened, open] = useState<ReadonlySet<number>>(new Set());
  const lines = foldedRuns(runs, opened);
  const columns = useColumns((id) => open(new Set([...opened, id])));
  return <CardTable rows={lines} columns={columns} keyOf={({ run }) => run.id} label={t('nav.runs')} />;
}

function useColumns(open: (id: number) => void): Column<RunLine>[] {
  const { t, ago, second } = useSpeech();
  return [
    {
      heading: t('runs.started'),
      isTitle: true,
      cell: ({ run, first }) => (
        <>
          {first !== null && second(first.started_at) !== second(run.started_at) && (
            <>
              <Moment at={first.started_at} exact />
              {' – '}
            </>
          )}
          <Moment at={run.started_at} exact />
        </>
      ),
    },
    { heading: t('runs.kind'), cell: ({ run: { kind } }) => t(`runs.kind.${kind}`) },
    { heading: t('runs.of'), cell: ({ run, count }) => (count > 1 ? '–' : <Of run={run} />) },
    {
      heading: t('runs.took'),
      cell: ({ count, run: { state, started_at: from, ended_at: to } }) =>
        count > 1 ? (
          '–'
        ) : state === 'running' || to === null ? (
          <Group gap={6} wrap="nowrap">
            <Loader size={12} aria-hidden />
            {t('runs.running', { ago: ago(from) })}
          </Group>
        ) : (
          <Took seconds={(Date.parse(to) - Date.parse(from)) / 1000} />
        ),
    },
    { heading: t('runs.came_of'), cell: (line) => <CameOf line={line} open={open} /> },
  ];
}

function Took({ seconds }: { seconds: number }): ReactNode {
  const { t, span } = useSpeech();
  return seconds < 1 ? t('runs.under_second') : span(seconds);
}

function Of({ run: { feed, connection } }: { run: Run }): ReactNode {
  const agencyOf = useAgencyNames();
  if (feed !== null) return <To href={`/feeds/${feed}`}>{feed}</To>;
  if (connection === null) return '–';
  return <To href={`/connections/${connection}`}>{agencyOf(connection)}</To>;
}

/** What came of a run, or of the unchanged runs that one line stands for. */
function CameOf({ line, open }: { line: RunLine; open: (id: number) => void }): ReactNode {
  const { t } = useSpeech();
  if (line.count === 1) return <CameOfOne run={line.run} />;
  return (
    <Group gap="sm">
      <Text size="sm">{t('runs.folded', { n: line.count })}</Text>
      <Button size="compact-xs" variant="subtle" onClick={() => open(line.run.id)}>
        {t('runs.unfold')}
      </Button>
    </Group>
  );
}

function CameOfOne({ run: { id, state, message, why, sentence, counts } }: { run: Run }): ReactNode {
  const { t, named, number, told, language } = useSpeech();
  const isBad = state === 'failed' || state === 'stalled';
  const facts = counts.map(({ label, count }) => [told(label), number(count)] as const);
  // In English the sentence is the message, which names what stopped a run.
  const stopped = language !== 'en' && (isBad || state === 'held' || state === 'deferred') ? message : null;
  return (
    <>
      <Text size="sm" className={isBad ? 'mark-bad' : ''}>
        <b>{named(`runs.state.${state}`, state)}</b> {told(sentence)}
      </Text>
      <Text component="div" size="sm">
        <Reason why={why} text={stopped} />
      </Text>
      <Group gap="md">
        {facts.length > 0 && state === 'running' && (
          <Text size="sm" className="numeric">
            {facts.map(([label, count]) => `${label}: ${count}`).join(' · ')}
          </Text>
        )}
        {facts.length > 0 && state !== 'running' && (
          <Fold summary={t('runs.balance')}>
            <Facts className="numeric" facts={facts} />
          </Fold>
        )}
        <To size="sm" href={`/logs?run=${id}`}>
          {t('runs.log')}
        </To>
      </Group>
    </>
  );
}
