import { NativeSelect, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { bound } from '../../parts/form/form.js';
import { To } from '../../parts/links.js';
import { FilterBar, ListTotal } from '../../parts/list/filter-bar.js';
import { hasWords, SortChoice, sortedBy } from '../../parts/list/sorting.js';
import { Muted } from '../../parts/muted.js';
import { PageTitle } from '../../parts/page-title.js';
import { StateMark, type Mood } from '../../parts/state-mark.js';
import { Answered, EmptyPart } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';
import { useFilters } from '../../parts/use-filters.js';

type Connection = Schemas['ConnectionDetail'];

const names = ['q', 'status', 'sort'] as const;

/** What the table can be sorted by. */
const valueOf = {
  agency: ({ agency }: Connection) => agency,
  status: ({ status }: Connection) => status,
  turn: ({ actor }: Connection) => actor,
  queue: ({ outbox: { upserts, removals } }: Connection) => upserts + removals,
  budget: ({ items_spent: spent }: Connection) => spent,
};

/** Every connection with its state, who must act, what waits to be sent, and its hourly limit. */
export default function ConnectionsPage(): ReactNode {
  const { t } = useSpeech();
  const connections = useAnswer(['connections'], (signal) => api.GET('/api/v1/connections', { signal }));
  return (
    <>
      <PageTitle title={t('nav.connections')} />
      <Answered question={connections}>
        {({ connections: all }) =>
          all.length === 0 ? (
            <EmptyPart title={t('connections.none')}>{t('connections.none.more')}</EmptyPart>
          ) : (
            <Connections all={all} />
          )
        }
      </Answered>
    </>
  );
}

function Connections({ all }: { all: readonly Connection[] }): ReactNode {
  const { t, named, language } = useSpeech();
  const [{ q, status, sort }, set] = useFilters(names);
  const columns = useColumns();
  const shown = all.filter(
    (one) =>
      (status === '' || one.status === status) &&
      hasWords(q, [one.agency, one.id, one.register_number ?? '', ...one.feeds]),
  );
  const sorting = { by: sort, set: (by: string) => set({ sort: by }) };
  const lift = (): void => set({ q: '', status: '' });
  return (
    <Stack gap="sm">
      <FilterBar lift={q === '' && status === '' ? null : lift}>
        <TextInput
          size="xs"
          type="search"
          label={t('connections.search')}
          {...bound(q, (value) => set({ q: value }))}
        />
        <NativeSelect
          size="xs"
          label={t('connections.status')}
          {...bound(status, (value) => set({ status: value }))}
          data={[
            { value: '', label: t('connections.status.any') },
            ...[...new Set(all.map((one) => one.status))]
              .sort()
              .map((value) => ({ value, label: named(`connections.is.${value}`, value) })),
          ]}
        />
        <SortChoice columns={columns} sorting={sorting} />
      </FilterBar>
      <ListTotal text={t('connections.total', { n: shown.length })} />
      <CardTable
        rows={sortedBy(shown, sort, valueOf, language)}
        columns={columns}
        keyOf={({ id }) => id}
        label={t('nav.connections')}
        sorting={sorting}
      />
    </Stack>
  );
}

const moods: Readonly<Record<string, Mood>> = {
  active: 'good',
  certifying: 'busy',
  paused: 'doubt',
  revoked: 'bad',
  not_found: 'bad',
};

function useColumns(): Column<Connection>[] {
  const { t, told, named, number } = useSpeech();
  return [
    {
      heading: t('connections.agency'),
      isTitle: true,
      sort: 'agency',
      cell: ({ id, agency, feeds }) => (
        <>
          <To href={`/connections/${id}`}>{agency}</To>
          <Muted size="xs">{feeds.join(', ')}</Muted>
        </>
      ),
    },
    {
      heading: t('connections.status'),
      sort: 'status',
      cell: ({ status, sentence }) => (
        <>
          <StateMark mood={moods[status] ?? 'quiet'}>{named(`connections.is.${status}`, status)}</StateMark>
          <Muted size="xs">{told(sentence)}</Muted>
        </>
      ),
    },
    { heading: t('connections.turn'), sort: 'turn', cell: ({ actor }) => t(`actor.${actor}`) },
    {
      heading: t('connections.queue'),
      isNumber: true,
      sort: 'queue',
      cell: ({ outbox: { upserts, removals } }) =>
        t('connections.queue.of', { upserts: number(upserts), removals: number(removals) }),
    },
    {
      heading: t('connections.budget'),
      isNumber: true,
      sort: 'budget',
      cell: (connection) => <Spent connection={connection} />,
    },
  ];
}

/** Items that a connection spent in the last hour, and how many are allowed. */
export function Spent({
  connection,
}: {
  connection: Pick<Connection, 'items_spent' | 'items_limit'>;
}): ReactNode {
  const { t, number } = useSpeech();
  const { items_spent: spent, items_limit: limit } = connection;
  return limit === null
    ? number(spent)
    : t('connections.budget.of', { spent: number(spent), limit: number(limit) });
}
