import { Group, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { usePages } from '../../api/queries.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { bound } from '../../parts/form/form.js';
import { To, ToButton } from '../../parts/links.js';
import { PageTitle } from '../../parts/page-title.js';
import { EmptyPart, Paged } from '../../parts/states.js';
import { useFilters } from '../../parts/use-filters.js';
import { useSpeech } from '../../words/context.js';
import { peopleState } from './people-state.js';

type Agency = Schemas['Agency'];

const names = ['q'] as const;

/** The partner's agencies with their state of setup, and buttons that create or import agencies. */
export default function AgenciesPage(): ReactNode {
  const { t } = useSpeech();
  const [{ q }, set] = useFilters(names);
  const pages = usePages(['agencies', 'list', q], (next, signal) =>
    api.GET('/api/v1/agencies', { params: { query: { ...(q !== '' && { q }), ...next } }, signal }),
  );
  return (
    <>
      <PageTitle title={t('nav.agencies')} action={<Ways />} />
      <Stack gap="sm">
        {(q !== '' || pages.data?.pages[0]?.agencies.length !== 0) && (
          <TextInput
            type="search"
            maw="24rem"
            aria-label={t('agencies.search')}
            placeholder={t('agencies.search')}
            {...bound(q, (q) => set({ q }))}
          />
        )}
        <Paged pages={pages} itemsOf={(page) => page.agencies}>
          {(agencies) =>
            agencies.length === 0 ? <None isSearch={q !== ''} /> : <AgencyTable agencies={agencies} />
          }
        </Paged>
      </Stack>
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

function AgencyTable({ agencies }: { agencies: readonly Agency[] }): ReactNode {
  const { t, told } = useSpeech();
  const columns: Column<Agency>[] = [
    {
      heading: t('agencies.agency'),
      isTitle: true,
      cell: ({ name, title }) => <To href={`/agencies/${name}`}>{title}</To>,
    },
    {
      heading: t('agencies.state'),
      cell: ({ state, problem, reading }) => {
        const wrong = problem ?? (reading.state === 'failed' ? reading.sentence : null);
        return (
          <>
            {t(`agencies.state.${state}`)}
            {wrong !== null && (
              <Text size="xs" className="mark-bad">
                {told(wrong)}
              </Text>
            )}
          </>
        );
      },
    },
    {
      heading: t('agencies.listings'),
      cell: ({ listings, ready }) =>
        listings === null ? '–' : t('agencies.listings.ready', { ready: ready ?? 0, of: listings }),
    },
    { heading: t('agencies.people'), cell: (agency) => t(`agencies.people.${peopleState(agency)}`) },
  ];
  return <CardTable rows={agencies} columns={columns} keyOf={({ name }) => name} label={t('nav.agencies')} />;
}
