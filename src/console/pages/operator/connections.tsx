import { Anchor, NativeSelect, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { PageTitle } from '../../parts/page-title.js';
import { Answered, EmptyPart } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';
import { useFilters } from '../../parts/use-filters.js';
import { useConnectionWords } from './connection-words.js';

type Connection = Schemas['ConnectionDetail'];

const names = ['status'] as const;

export default function ConnectionsPage(): ReactNode {
  const { t } = useSpeech();
  const [{ status }, set] = useFilters(names);
  const stateOf = useConnectionWords();
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
                value={status}
                onChange={({ currentTarget }) => set({ status: currentTarget.value })}
                data={[
                  { value: '', label: t('connections.status.any') },
                  ...[...new Set(all.map((one) => one.status))]
                    .sort()
                    .map((value) => ({ value, label: stateOf(value) })),
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
  const stateOf = useConnectionWords();
  const { t, told, number } = useSpeech();
  const columns: Column<Connection>[] = [
    {
      heading: t('connections.agency'),
      isTitle: true,
      cell: ({ id, agency, feeds }) => (
        <>
          <Anchor component={Link} href={`/connections/${id}`}>
            {agency}
          </Anchor>
          <Text size="xs" c="dimmed">
            {feeds.join(', ')}
          </Text>
        </>
      ),
    },
    {
      heading: t('connections.status'),
      cell: ({ status, sentence }) => (
        <>
          <b>{stateOf(status)}</b>
          <Text size="xs" c="dimmed">
            {told(sentence)}
          </Text>
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
