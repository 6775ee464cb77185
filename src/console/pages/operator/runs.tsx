import { Group, Loader, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { usePages } from '../../api/queries.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { Details } from '../../parts/details.js';
import { Facts } from '../../parts/facts.js';
import { Fold } from '../../parts/fold.js';
import { bound } from '../../parts/form/form.js';
import { To } from '../../parts/links.js';
import { Moment } from '../../parts/moment.js';
import { PageTitle } from '../../parts/page-title.js';
import { EmptyPart, Paged } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';
import { useFilters } from '../../parts/use-filters.js';

type Run = Schemas['DescribedRun'];

const kinds = ['poll', 'remap', 'push', 'outcomes', 'reconcile', 'reference'] as const;
const names = ['feed', 'kind'] as const;

/**
 * Runs of the daemon, such as polls, pushes and comparisons, with their counts. While a run is under way, its counts
 * are updated.
 */
export default function RunsPage(): ReactNode {
  const { t } = useSpeech();
  const [filters, set] = useFilters(names);
  const kind = kinds.find((each) => each === filters.kind);
  const query = { ...(filters.feed !== '' && { feed: filters.feed }), ...(kind !== undefined && { kind }) };
  const runs = usePages(['runs', query], (next, signal) =>
    api.GET('/api/v1/runs', { params: { query: { limit: 50, ...query, ...next } }, signal }),
  );
  return (
    <>
      <PageTitle title={t('nav.runs')} />
      <Stack gap="sm">
        <Group gap="sm">
          <NativeSelect
            aria-label={t('runs.kind')}
            {...bound(filters.kind, (kind) => set({ kind }))}
            data={[
              { value: '', label: t('runs.kind.any') },
              ...kinds.map((value) => ({ value, label: t(`runs.kind.${value}`) })),
            ]}
          />
          <TextInput
            aria-label={t('runs.feed')}
            placeholder={t('runs.feed')}
            {...bound(filters.feed, (feed) => set({ feed }))}
          />
        </Group>
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
  const { t, ago } = useSpeech();
  const columns: Column<Run>[] = [
    {
      heading: t('runs.started'),
      isTitle: true,
      cell: ({ started_at: at }) => <Moment at={at} />,
    },
    { heading: t('runs.kind'), cell: ({ kind }) => t(`runs.kind.${kind}`) },
    { heading: t('runs.of'), cell: (run) => <Of run={run} /> },
    {
      heading: t('runs.took'),
      cell: ({ state, started_at: from, ended_at: to }) =>
        state === 'running' || to === null ? (
          <Group gap={6} wrap="nowrap">
            <Loader size={12} aria-hidden />
            {t('runs.running', { ago: ago(from) })}
          </Group>
        ) : (
          <Took seconds={(Date.parse(to) - Date.parse(from)) / 1000} />
        ),
    },
    { heading: t('runs.came_of'), cell: (run) => <CameOf run={run} /> },
  ];
  return <CardTable rows={runs} columns={columns} keyOf={({ id }) => id} label={t('nav.runs')} />;
}

function Took({ seconds }: { seconds: number }): ReactNode {
  const { t, span } = useSpeech();
  return seconds < 1 ? t('runs.under_second') : span(seconds);
}

function Of({ run: { feed, connection } }: { run: Run }): ReactNode {
  if (feed !== null) return <To href={`/feeds/${feed}`}>{feed}</To>;
  if (connection === null) return '–';
  return <To href={`/connections/${connection}`}>{connection.slice(0, 8)}</To>;
}

function CameOf({ run: { id, state, message, sentence, counts } }: { run: Run }): ReactNode {
  const { t, named, number, told, language } = useSpeech();
  const isBad = state === 'failed' || state === 'stalled';
  const facts = counts.map(({ label, count }) => [told(label), number(count)] as const);
  // The message names what stopped a run, and exists in English alone.
  const details = message !== null && language !== 'en' && (isBad || state === 'held') ? [message] : [];
  return (
    <>
      <Text size="sm" className={isBad ? 'mark-bad' : ''}>
        <b>{named(`runs.state.${state}`, state)}</b> {told(sentence)}
      </Text>
      <Details lines={details} />
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
