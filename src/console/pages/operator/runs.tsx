import { Anchor, Group, Loader, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { Link } from 'wouter';
import { api, type Schemas } from '../../api/client.js';
import { usePages } from '../../api/queries.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { Fold } from '../../parts/fold.js';
import { Moment } from '../../parts/moment.js';
import { MoreButton } from '../../parts/more-button.js';
import { PageTitle } from '../../parts/page-title.js';
import { EmptyPart, FailurePart, LoadingPart } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';
import { useFilters } from '../../parts/use-filters.js';

type Run = Schemas['Run'];

const kinds = ['poll', 'remap', 'push', 'outcomes', 'reconcile', 'reference'] as const;
const names = ['feed', 'kind'] as const;

/** Polls, pushes and comparisons, with what each counted; what is under way moves. */
export default function RunsPage(): ReactNode {
  const { t } = useSpeech();
  const [filters, set] = useFilters(names);
  const kind = kinds.find((each) => each === filters.kind);
  const query = { ...(filters.feed !== '' && { feed: filters.feed }), ...(kind !== undefined && { kind }) };
  const runs = usePages(['runs', query], (cursor, signal) =>
    api.GET('/api/v1/runs', {
      params: { query: { limit: 50, ...query, ...(cursor !== undefined && { cursor }) } },
      signal,
    }),
  );
  const all = runs.data?.pages.flatMap((page) => page.runs);
  return (
    <>
      <PageTitle title={t('nav.runs')} />
      <Stack gap="sm">
        <Group gap="sm">
          <NativeSelect
            aria-label={t('runs.kind')}
            value={filters.kind}
            onChange={({ currentTarget }) => set({ kind: currentTarget.value })}
            data={[
              { value: '', label: t('runs.kind.any') },
              ...kinds.map((value) => ({ value, label: t(`runs.kind.${value}`) })),
            ]}
          />
          <TextInput
            aria-label={t('runs.feed')}
            placeholder={t('runs.feed')}
            value={filters.feed}
            onChange={({ currentTarget }) => set({ feed: currentTarget.value })}
          />
        </Group>
        {all === undefined && (runs.error === null ? <LoadingPart /> : <FailurePart error={runs.error} />)}
        {all !== undefined &&
          (all.length === 0 ? <EmptyPart title={t('runs.none')} /> : <RunTable runs={all} />)}
        {all?.some(({ state }) => state === 'running') === true && <Moving />}
        <MoreButton pages={runs} />
      </Stack>
    </>
  );
}

const movesEveryMs = 3_000;

/** While something is under way, the list is read again so often: no event reports counts so far. */
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

const states = ['running', 'done', 'unchanged', 'stalled', 'deferred', 'held', 'failed'] as const;

/** Names for how a run ended; one that is not known yet is shown as it is. */
function useRunState(): (state: string) => string {
  const { t } = useSpeech();
  return (state) => {
    const known = states.find((each) => each === state);
    return known === undefined ? state : t(`runs.state.${known}`);
  };
}

function Took({ seconds }: { seconds: number }): ReactNode {
  const { t, span } = useSpeech();
  return seconds < 1 ? t('runs.under_second') : span(seconds);
}

function Of({ run: { feed, connection } }: { run: Run }): ReactNode {
  if (feed !== null)
    return (
      <Anchor component={Link} href={`/feeds/${feed}`}>
        {feed}
      </Anchor>
    );
  if (connection === null) return '–';
  return (
    <Anchor component={Link} href={`/connections/${connection}`}>
      {connection.slice(0, 8)}
    </Anchor>
  );
}

function CameOf({ run: { id, state, message, balance } }: { run: Run }): ReactNode {
  const { t, number } = useSpeech();
  const stateOf = useRunState();
  const counted = Object.entries(balance).filter(([, count]) => count !== 0);
  return (
    <>
      <Text size="sm" className={state === 'failed' || state === 'stalled' ? 'mark-bad' : ''}>
        <b>{stateOf(state)}</b> {message}
      </Text>
      <Group gap="md">
        {counted.length > 0 && state === 'running' && (
          <Text size="sm" className="numeric">
            {counted.map(([name, count]) => `${inWords(name)} ${number(count)}`).join(' · ')}
          </Text>
        )}
        {counted.length > 0 && state !== 'running' && (
          <Fold summary={t('runs.balance')}>
            <dl className="facts numeric">
              {counted.map(([name, count]) => (
                <div key={name}>
                  <dt>{inWords(name)}</dt>
                  <dd>{number(count)}</dd>
                </div>
              ))}
            </dl>
          </Fold>
        )}
        <Anchor component={Link} size="sm" href={`/logs?run=${id}`}>
          {t('runs.log')}
        </Anchor>
      </Group>
    </>
  );
}

/** `queuedForRemoval` as people read it; the same words as in logs and metrics. */
function inWords(name: string): string {
  return name.replaceAll('_', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
