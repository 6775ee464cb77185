import { Group, NativeSelect, Switch } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { bound, boundCheck } from '../../parts/form/form.js';
import { To } from '../../parts/links.js';
import { Moment } from '../../parts/moment.js';
import { Muted } from '../../parts/muted.js';
import { PageTitle } from '../../parts/page-title.js';
import { Answered, EmptyPart } from '../../parts/states.js';
import { useFilters } from '../../parts/use-filters.js';
import { useSpeech } from '../../words/context.js';

type Hold = Schemas['HoldDetail'];

const holdKinds = ['removals', 'plan', 'orphan', 'foreign', 'confirmation', 'content'] as const;

/** The holds that are open; with the switch also those that are decided. */
export default function HoldsPage(): ReactNode {
  const { t } = useSpeech();
  const [isAll, setAll] = useState(false);
  const state = isAll ? 'all' : 'open';
  const [{ kind }, setFilter] = useFilters(['kind']);
  const known = holdKinds.find((each) => each === kind);
  const query = { state, ...(known !== undefined && { kind: known }) } as const;
  const holds = useAnswer(
    ['holds', 'list', query],
    (signal) => api.GET('/api/v1/holds', { params: { query }, signal }),
    { keeps: true },
  );
  return (
    <>
      <PageTitle
        title={t('nav.holds')}
        action={<Switch label={t('holds.all')} {...boundCheck(isAll, setAll)} />}
      />
      <Group mb="sm">
        <NativeSelect
          label={t('holds.kind')}
          {...bound(kind, (chosen) => setFilter({ kind: chosen }))}
          data={[
            { value: '', label: t('holds.kind.any') },
            ...holdKinds.map((value) => ({ value, label: t(`hold.kind.${value}`) })),
          ]}
        />
      </Group>
      <Answered question={holds}>
        {({ holds: all }) =>
          all.length === 0 ? (
            <EmptyPart title={t('holds.none')}>{t('holds.none.more')}</EmptyPart>
          ) : (
            <HoldTable holds={all} />
          )
        }
      </Answered>
    </>
  );
}

function HoldTable({ holds }: { holds: readonly Hold[] }): ReactNode {
  const { t, named } = useSpeech();
  const decisionOf = useDecisionText();
  const columns: Column<Hold>[] = [
    {
      heading: t('holds.agency'),
      isTitle: true,
      cell: ({ id, agency, feed }) => (
        <>
          <To href={`/holds/${id}`}>{agency}</To>
          {feed !== null && <Muted size="xs">{feed}</Muted>}
        </>
      ),
    },
    { heading: t('holds.kind'), cell: ({ kind }) => named(`hold.kind.${kind}`, kind) },
    { heading: t('holds.count'), isNumber: true, cell: ({ count }) => count },
    { heading: t('holds.age'), cell: ({ opened_at: at }) => <Moment at={at} ago /> },
    { heading: t('holds.state'), cell: decisionOf },
  ];
  return <CardTable rows={holds} columns={columns} keyOf={({ id }) => id} label={t('nav.holds')} />;
}

/** Returns the state of a hold, with who decided it and when if it is decided. */
export function useDecisionText(): (hold: Hold) => string {
  const { t, named, moment } = useSpeech();
  return ({ state: code, decided_by: who, decided_at: at }) => {
    const state = named(`hold.state.${code}`, code);
    return who === null || at === null ? state : t('holds.decided', { state, who, at: moment(at) });
  };
}
