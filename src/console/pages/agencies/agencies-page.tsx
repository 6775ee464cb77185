import { Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState, type Key, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { usePages } from '../../api/queries.js';
import { useAccount, useMailsInvitations } from '../../api/session.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { bound, boundCheck } from '../../parts/form/form.js';
import { To, ToButton } from '../../parts/links.js';
import { FilterBar, ListTotal } from '../../parts/list/filter-bar.js';
import { SortChoice, sortedBy, type Sorting } from '../../parts/list/sorting.js';
import { PageTitle } from '../../parts/page-title.js';
import { StateMark } from '../../parts/state-mark.js';
import { EmptyPart, Paged } from '../../parts/states.js';
import { useFilters } from '../../parts/use-filters.js';
import { useSpeech } from '../../words/context.js';
import { MailInvitations } from './mail-invitations.js';
import { peopleState } from './people-state.js';

type Agency = Schemas['Agency'];

const names = ['q', 'state', 'attention', 'sort'] as const;
type Filters = Readonly<Record<(typeof names)[number], string>>;
const pageSize = 200;

/** In the order of the setup. */
const states = [
  'invited',
  'reading',
  'connecting',
  'confirming',
  'answering',
  'ready',
  'sent',
] as const satisfies readonly Agency['state'][];

/** What the table can be sorted by. */
const valueOf = {
  agency: ({ title }: Agency) => title,
  state: ({ state }: Agency) => states.indexOf(state),
  on_portal: ({ on_portal: count }: Agency) => count,
  listings: ({ listings }: Agency) => listings,
};

/** The partner's agencies with their state of setup and their listings on the portal, and buttons that create or import agencies. */
export default function AgenciesPage(): ReactNode {
  const { t } = useSpeech();
  const [filters, set] = useFilters(names);
  const { q, state, attention, sort } = filters;
  const pages = usePages(['agencies', 'list', q], (next, signal) =>
    api.GET('/api/v1/agencies', {
      params: { query: { limit: pageSize, ...(q !== '' && { q }), ...next } },
      signal,
    }),
  );
  const isFiltered = q !== '' || state !== '' || attention !== '';
  const columns = useColumns();
  const sorting = { by: sort, set: (by: string) => set({ sort: by }) };
  return (
    <>
      <PageTitle title={t('nav.agencies')} action={<Ways />} />
      <Stack gap="sm">
        {(isFiltered || pages.data?.pages[0]?.agencies.length !== 0) && (
          <FilterBar lift={isFiltered ? () => set({ q: '', state: '', attention: '' }) : null}>
            <Fields filters={filters} set={set} />
            <SortChoice columns={columns} sorting={sorting} />
          </FilterBar>
        )}
        <Paged pages={pages} itemsOf={(page) => page.agencies}>
          {(agencies) => {
            const shown = agencies.filter(
              (one) => (state === '' || one.state === state) && (attention === '' || one.needs_attention),
            );
            return shown.length === 0 ? (
              <None isSearch={isFiltered} />
            ) : (
              <AgencyTable agencies={shown} columns={columns} sorting={sorting} />
            );
          }}
        </Paged>
      </Stack>
    </>
  );
}

function Fields({
  filters: { q, state, attention },
  set,
}: {
  filters: Filters;
  set: (changed: Partial<Filters>) => void;
}): ReactNode {
  const { t } = useSpeech();
  return (
    <>
      <TextInput
        size="xs"
        type="search"
        label={t('agencies.search')}
        {...bound(q, (value) => set({ q: value }))}
      />
      <NativeSelect
        size="xs"
        label={t('agencies.state')}
        {...bound(state, (value) => set({ state: value }))}
        data={[
          { value: '', label: t('connections.status.any') },
          ...states.map((value) => ({ value, label: t(`agencies.state.${value}`) })),
        ]}
      />
      <Checkbox
        size="xs"
        mb={7}
        label={t('agencies.attention.only')}
        {...boundCheck(attention !== '', (isOn) => set({ attention: isOn ? 'true' : '' }))}
      />
    </>
  );
}

function None({ isSearch }: { isSearch: boolean }): ReactNode {
  const { t } = useSpeech();
  if (isSearch) return <EmptyPart title={t('agencies.none_so')} />;
  return <EmptyPart title={t('agencies.none')}>{t('agencies.none.more')}</EmptyPart>;
}

function Ways(): ReactNode {
  const { t } = useSpeech();
  return (
    <Group gap="sm">
      <ToButton href="/agencies/new">{t('agencies.create')}</ToButton>
      <ToButton href="/agencies/import" variant="default">
        {t('agencies.import')}
      </ToButton>
    </Group>
  );
}

function AgencyTable({
  agencies,
  columns,
  sorting,
}: {
  agencies: readonly Agency[];
  columns: readonly Column<Agency>[];
  sorting: Sorting;
}): ReactNode {
  const { t, language } = useSpeech();
  const [chosen, choose] = useState<ReadonlySet<Key>>(new Set());
  const { role } = useAccount();
  const isMailing = useMailsInvitations() && role === 'administrator';
  const invited = agencies.filter(({ name }) => chosen.has(name));
  return (
    <>
      {invited.length > 0 && <MailInvitations agencies={invited} clear={() => choose(new Set())} />}
      <ListTotal text={t('agencies.total', { n: agencies.length })} />
      <CardTable
        rows={sortedBy(agencies, sorting.by, valueOf, language)}
        columns={columns}
        keyOf={({ name }) => name}
        label={t('nav.agencies')}
        sorting={sorting}
        selection={isMailing ? { chosen, choose, nameOf: ({ title }) => title } : undefined}
      />
    </>
  );
}

function useColumns(): Column<Agency>[] {
  const { t, number } = useSpeech();
  return [
    {
      heading: t('agencies.agency'),
      isTitle: true,
      sort: 'agency',
      cell: ({ name, title }) => <To href={`/agencies/${name}`}>{title}</To>,
    },
    { heading: t('agencies.state'), sort: 'state', cell: (agency) => <State agency={agency} /> },
    {
      heading: t('agencies.on_portal'),
      isNumber: true,
      sort: 'on_portal',
      cell: ({ on_portal: count, connection }) =>
        count === null ? (
          '–'
        ) : (
          <To href={`/listings?connection=${connection ?? ''}&there=true`}>{number(count)}</To>
        ),
    },
    {
      heading: t('agencies.listings'),
      sort: 'listings',
      cell: ({ listings, ready, on_portal: count }) =>
        listings === null || count !== null
          ? '–'
          : t('agencies.listings.ready', { ready: ready ?? 0, of: listings }),
    },
    { heading: t('agencies.people'), cell: (agency) => t(`agencies.people.${peopleState(agency)}`) },
  ];
}

function State({
  agency: { state, problem, reading, needs_attention: isTroubled },
}: {
  agency: Agency;
}): ReactNode {
  const { t, told } = useSpeech();
  const wrong = problem ?? (reading.state === 'failed' ? reading.sentence : null);
  return (
    <>
      <Group gap={6}>
        <StateMark mood={state === 'sent' ? 'good' : 'busy'}>{t(`agencies.state.${state}`)}</StateMark>
        {isTroubled && <StateMark mood="bad">{t('agencies.attention')}</StateMark>}
      </Group>
      {wrong !== null && (
        <Text size="xs" className="mark-bad">
          {told(wrong)}
        </Text>
      )}
    </>
  );
}
