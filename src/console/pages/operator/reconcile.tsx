import { NativeSelect, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { bound } from '../../parts/form/form.js';
import { To } from '../../parts/links.js';
import { Moment } from '../../parts/moment.js';
import { PageTitle } from '../../parts/page-title.js';
import { Answered, EmptyPart } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';
import { Compare } from './compare.js';

type Connection = Schemas['ConnectionDetail'];

/** When each connection is compared with the portal next, and a comparison of one connection now. */
export default function ReconcilePage(): ReactNode {
  const { t } = useSpeech();
  const connections = useAnswer(['connections'], (signal) => api.GET('/api/v1/connections', { signal }));
  return (
    <>
      <PageTitle title={t('nav.reconcile')}>{t('reconcile.more')}</PageTitle>
      <Answered question={connections}>
        {({ connections: all }) =>
          all.length === 0 ? (
            <EmptyPart title={t('connections.none')}>{t('connections.none.more')}</EmptyPart>
          ) : (
            <Stack gap="md">
              <One connections={all} />
              <Schedule connections={all} />
            </Stack>
          )
        }
      </Answered>
    </>
  );
}

function One({ connections }: { connections: readonly Connection[] }): ReactNode {
  const { t } = useSpeech();
  const [chosen, setChosen] = useState(connections[0]?.id ?? '');
  return (
    <>
      <NativeSelect
        maw="26rem"
        label={t('feeds.connection')}
        {...bound(chosen, setChosen)}
        data={connections.map(({ id, agency }) => ({ value: id, label: agency }))}
      />
      <Compare key={chosen} connection={chosen} />
    </>
  );
}

function Schedule({ connections }: { connections: readonly Connection[] }): ReactNode {
  const { t, named } = useSpeech();
  const columns: Column<Connection>[] = [
    {
      heading: t('connections.agency'),
      isTitle: true,
      cell: ({ id, agency }) => <To href={`/connections/${id}`}>{agency}</To>,
    },
    { heading: t('connections.status'), cell: ({ status }) => named(`connections.is.${status}`, status) },
    {
      heading: t('connections.next_reconcile'),
      cell: ({ next_reconcile_at: at }) => <Moment at={at} />,
    },
    {
      heading: t('connections.adopting'),
      cell: ({ adopting_since: at }) => <Moment at={at} />,
    },
  ];
  return <CardTable rows={connections} columns={columns} keyOf={({ id }) => id} label={t('nav.reconcile')} />;
}
