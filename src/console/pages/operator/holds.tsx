import { Anchor, Stack, Switch, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { Moment } from '../../parts/moment.js';
import { PageTitle } from '../../parts/page-title.js';
import { Answered, EmptyPart } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';
import { useHoldWords } from './hold-words.js';

type Hold = Schemas['HoldDetail'];

export default function HoldsPage(): ReactNode {
  const { t } = useSpeech();
  const [isAll, setAll] = useState(false);
  const state = isAll ? 'all' : 'open';
  const holds = useAnswer(
    ['holds', state],
    (signal) => api.GET('/api/v1/holds', { params: { query: { state } }, signal }),
    { keeps: true },
  );
  return (
    <>
      <PageTitle
        title={t('nav.holds')}
        action={
          <Switch
            label={t('holds.all')}
            checked={isAll}
            onChange={({ currentTarget }) => setAll(currentTarget.checked)}
          />
        }
      />
      <Answered question={holds}>
        {({ holds: all }) =>
          all.length === 0 ? (
            <EmptyPart title={t('holds.none')}>{t('holds.none.more')}</EmptyPart>
          ) : (
            <Stack gap="sm">
              <HoldTable holds={all} />
            </Stack>
          )
        }
      </Answered>
    </>
  );
}

function HoldTable({ holds }: { holds: readonly Hold[] }): ReactNode {
  const { t, moment } = useSpeech();
  const { kindOf, stateOf } = useHoldWords();
  const columns: Column<Hold>[] = [
    {
      heading: t('holds.agency'),
      isTitle: true,
      cell: ({ id, agency, feed }) => (
        <>
          <Anchor component={Link} href={`/holds/${id}`}>
            {agency}
          </Anchor>
          {feed !== null && (
            <Text size="xs" c="dimmed">
              {feed}
            </Text>
          )}
        </>
      ),
    },
    { heading: t('holds.kind'), cell: ({ kind }) => kindOf(kind) },
    { heading: t('holds.count'), isNumber: true, cell: ({ count }) => count },
    { heading: t('holds.age'), cell: ({ opened_at: at }) => <Moment at={at} ago /> },
    {
      heading: t('holds.state'),
      cell: ({ state, decided_by: who, decided_at: at }) =>
        who === null || at === null
          ? stateOf(state)
          : t('holds.decided', { state: stateOf(state), who, at: moment(at) }),
    },
  ];
  return <CardTable rows={holds} columns={columns} keyOf={({ id }) => id} label={t('nav.holds')} />;
}
