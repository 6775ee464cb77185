import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { api, type Schemas } from '../../api/client.js';
import { usePages } from '../../api/queries.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { MoreButton } from '../../parts/more-button.js';
import { PageTitle } from '../../parts/page-title.js';
import { EmptyPart, FailurePart, LoadingPart } from '../../parts/states.js';
import { useFilters } from '../../parts/use-filters.js';
import { useSpeech } from '../../words/context.js';
import { peopleState } from './people-state.js';

type Agency = Schemas['Agency'];

const names = ['q'] as const;

/** The partner's agencies, how far each has come, and the ways to create more. */
export default function AgenciesPage(): ReactNode {
  const { t } = useSpeech();
  const [{ q }, set] = useFilters(names);
  const pages = usePages(['agencies', 'list', q], (cursor, signal) =>
    api.GET('/api/v1/agencies', {
      params: { query: { ...(q !== '' && { q }), ...(cursor !== undefined && { cursor }) } },
      signal,
    }),
  );
  const agencies = pages.data?.pages.flatMap((page) => page.agencies);
  return (
    <>
      <PageTitle title={t('nav.agencies')} action={<Ways />} />
      <Stack gap="sm">
        {(q !== '' || agencies?.length !== 0) && (
          <TextInput
            type="search"
            maw="24rem"
            aria-label={t('agencies.search')}
            placeholder={t('agencies.search')}
            value={q}
            onChange={({ currentTarget }) => set({ q: currentTarget.value })}
          />
        )}
        {agencies === undefined &&
          (pages.error === null ? <LoadingPart /> : <FailurePart error={pages.error} />)}
        {agencies?.length === 0 &&
          (q === '' ? (
            <EmptyPart title={t('agencies.none')}>{t('agencies.none.more')}</EmptyPart>
          ) : (
            <EmptyPart title={t('agencies.none_so')} />
          ))}
        {agencies !== undefined && agencies.length > 0 && <AgencyTable agencies={agencies} />}
        <MoreButton pages={pages} />
      </Stack>
    </>
  );
}

function Ways(): ReactNode {
  const { t } = useSpeech();
  return (
    <Group gap="sm">
      <Button component={Link} href="/agencies/new">
        {t('agencies.create')}
      </Button>
      <Button component={Link} href="/agencies/import" variant="default">
        {t('agencies.import')}
      </Button>
    </Group>
  );
}

function AgencyTable({ agencies }: { agencies: readonly Agency[] }): ReactNode {
  const { t, told } = useSpeech();
  const columns: Column<Agency>[] = [
    {
      heading: t('agencies.agency'),
      isTitle: true,
      cell: ({ name, title }) => (
        <Anchor component={Link} href={`/agencies/${name}`}>
          {title}
        </Anchor>
      ),
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
