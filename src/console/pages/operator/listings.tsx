import { Anchor, Button, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { Link } from 'wouter';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer, usePages } from '../../api/queries.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { MoreButton } from '../../parts/more-button.js';
import { PageTitle } from '../../parts/page-title.js';
import { standings, StandingMark } from '../../parts/standing-mark.js';
import { EmptyPart, FailurePart, LoadingPart } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';
import { useFilters } from '../../parts/use-filters.js';

type Listing = Schemas['ToldListing'];

const names = ['q', 'standing', 'feed', 'connection'] as const;
type Filters = Readonly<Record<(typeof names)[number], string>>;

/** Everybody's listings, each with its sentence; what a person means by an id, a link or an address. */
export default function ListingsPage(): ReactNode {
  const { t } = useSpeech();
  const [filters, set] = useFilters(names);
  const query = queryOf(filters);
  const listings = usePages(['listings', query], (cursor, signal) =>
    api.GET('/api/v1/listings', {
      params: { query: { limit: 50, ...query, ...(cursor !== undefined && { cursor }) } },
      signal,
    }),
  );
  const all = listings.data?.pages.flatMap((page) => page.listings);
  const isSearched = filters.q !== '';
  return (
    <>
      <PageTitle title={t('nav.all_listings')} />
      <Stack gap="sm">
        <Search key={filters.q} filters={filters} set={set} />
        {all === undefined &&
          (listings.error === null ? <LoadingPart /> : <FailurePart error={listings.error} />)}
        {all !== undefined && all.length > 0 && <ListingTable listings={all} />}
        <MoreButton pages={listings} />
        {all?.length === 0 && !isSearched && <EmptyPart title={t('listings.none')} />}
        {all !== undefined && isSearched && <Others q={filters.q} shown={all} />}
      </Stack>
    </>
  );
}

function queryOf({ q, standing, feed, connection }: Filters) {
  const known = standings.find((each) => each === standing);
  return {
    ...(q !== '' && { q }),
    ...(known !== undefined && { standing: known }),
    ...(feed !== '' && { feed }),
    ...(connection !== '' && { connection }),
  };
}

function Search({ filters, set }: { filters: Filters; set: (changed: Partial<Filters>) => void }): ReactNode {
  const { t } = useSpeech();
  const [q, setQ] = useState(filters.q);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    set({ q: q.trim() });
  };
  return (
    <form onSubmit={submit} role="search">
      <Group gap="xs" align="end">
        <TextInput
          flex="1 1 16rem"
          type="search"
          aria-label={t('listings.search')}
          placeholder={t('listings.search')}
          value={q}
          onChange={({ currentTarget }) => setQ(currentTarget.value)}
        />
        <Button type="submit">{t('overview.find.do')}</Button>
        <NativeSelect
          aria-label={t('listings.standing')}
          value={filters.standing}
          onChange={({ currentTarget }) => set({ standing: currentTarget.value })}
          data={[
            { value: '', label: t('listings.any') },
            ...standings.map((value) => ({ value, label: t(`standing.${value}`) })),
          ]}
        />
      </Group>
      {(filters.feed !== '' || filters.connection !== '') && (
        <Group gap="xs" mt={6}>
          <Text size="sm">
            {[filters.feed, filters.connection].filter((part) => part !== '').join(' · ')}
          </Text>
          <Button size="compact-sm" variant="subtle" onClick={() => set({ feed: '', connection: '' })}>
            {t('logs.lift')}
          </Button>
        </Group>
      )}
    </form>
  );
}

function storyOf({ connection, external_id: id }: { connection: string; external_id: string }): string {
  return `/listings/${encodeURIComponent(connection)}/${encodeURIComponent(id)}`;
}

function ListingTable({ listings }: { listings: readonly Listing[] }): ReactNode {
  const { t, told } = useSpeech();
  const columns: Column<Listing>[] = [
    {
      heading: t('listings.listing'),
      isTitle: true,
      cell: (listing) => (
        <>
          <Anchor component={Link} href={storyOf(listing)}>
            {listing.title ?? listing.external_id}
          </Anchor>
          <Text size="xs" c="dimmed">
            {listing.external_id}
          </Text>
        </>
      ),
    },
    { heading: t('listings.feed'), cell: ({ feed, connection }) => feed ?? connection.slice(0, 8) },
    { heading: t('listings.standing'), cell: ({ standing }) => <StandingMark standing={standing} /> },
    { heading: t('listings.why'), cell: ({ told: sentence }) => told(sentence) },
  ];
  return <CardTable rows={listings} columns={columns} keyOf={storyOf} label={t('nav.all_listings')} />;
}

/** What else the words may mean: a link to the portal, a code of the feed, a record that never became a listing. */
function Others({ q, shown }: { q: string; shown: readonly Listing[] }): ReactNode {
  const { t } = useSpeech();
  const search = useAnswer(['listings', 'search', q], (signal) =>
    api.GET('/api/v1/search', { params: { query: { q } }, signal }),
  );
  if (search.data === undefined)
    return search.error === null ? <LoadingPart /> : <FailurePart error={search.error} />;
  const listed = new Set(shown.map(storyOf));
  const others = search.data.matches.filter((match) => !listed.has(storyOf(match)));
  if (others.length === 0)
    return shown.length === 0 ? (
      <EmptyPart title={t('listings.none')}>{t('listings.none.more')}</EmptyPart>
    ) : null;
  return (
    <section aria-label={t('listings.records')}>
      <Title order={2} size="h5">
        {t('listings.records')}
      </Title>
      <ul>
        {others.map((match) => (
          <li key={storyOf(match)}>
            <Anchor component={Link} href={storyOf(match)}>
              {match.title ?? match.external_id}
            </Anchor>{' '}
            {[match.feed, match.presence, match.portal].filter((part) => part !== null).join(' · ')}
          </li>
        ))}
      </ul>
    </section>
  );
}
