import { NativeSelect, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { bound } from '../../parts/form/form.js';
import { To } from '../../parts/links.js';
import { Muted } from '../../parts/muted.js';
import { PageTitle } from '../../parts/page-title.js';
import { Answered, EmptyPart } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';
import { useFilters } from '../../parts/use-filters.js';

type Connection = Schemas['ConnectionDetail'];

const names = ['status'] as const;

/** Every connection with its state, who must act, what waits to be sent, and its hourly limit. */
export default function ConnectionsPage(): ReactNode {
  const { t, named } = useSpeech();
  const [{ status }, set] = useFilters(names);
  const connections = useAnswer(['connections'], (signal) => api.GET('/api/v1/connections', { signal }));
  return (
    <>
      <PageTitle title={t('nav.connections')} />
      <Answered question={connections}>
        {({ connections: all }) =>
          all.length === 0 ? (
            <EmptyPart title={t('connections.none')}>{t('connections.none.more')}</EmptyPart>
          ) : (
            <Stack gap="sm">
              <NativeSelect
                w="fit-content"
                aria-label={t('connections.status')}
                {...bound(status, (status) => set({ status }))}
                data={[
                  { value: '', label: t('connections.status.any') },
                  ...[...new Set(all.map((one) => one.status))]
                    .sort()
                    .map((value) => ({ value, label: named(`connections.is.${value}`, value) })),
                ]}
              />
              <ConnectionTable connections={all.filter((one) => status === '' || one.status === status)} />
            </Stack>
          )
        }
      </Answered>
    </>
  );
}

function ConnectionTable({ connections }: { connections: readonly Connection[] }): ReactNode {
  const { t, told, named, number } = useSpeech();
  const columns: Column<Connection>[] = [
    {
      heading: t('connections.agency'),
      isTitle: true,
      cell: ({ id, agency, feeds }) => (
        <>
          <To href={`/connections/${id}`}>{agency}</To>
          <Muted size="xs">{feeds.join(', ')}</Muted>
        </>
      ),
    },
    {
      heading: t('connections.status'),
      cell: ({ status, sentence }) => (
        <>
          <b>{named(`connections.is.${status}`, status)}</b>
          <Muted size="xs">{told(sentence)}</Muted>
        </>
      ),
    },
    { heading: t('connections.turn'), cell: ({ actor }) => t(`actor.${actor}`) },
    {
      heading: t('connections.queue'),
      isNumber: true,
      cell: ({ outbox: { upserts, removals } }) =>
        t('connections.queue.of', { upserts: number(upserts), removals: number(removals) }),
    },
    {
      heading: t('connections.budget'),
      isNumber: true,
      cell: (connection) => <Spent connection={connection} />,
    },
  ];
  return (
    <CardTable rows={connections} columns={columns} keyOf={({ id }) => id} label={t('nav.connections')} />
  );
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
