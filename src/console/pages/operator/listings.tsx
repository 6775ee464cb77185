import { Button, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer, usePages } from '../../api/queries.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { bound, Form } from '../../parts/form/form.js';
import { listingPage, To } from '../../parts/links.js';
import { Muted } from '../../parts/muted.js';
import { PageTitle } from '../../parts/page-title.js';
import { queryOfView, viewFilters } from '../../parts/listings/listing-view.js';
import { StandingMark } from '../../parts/standing-mark.js';
import { ViewChoice } from '../../parts/listings/view-choice.js';
import { EmptyPart, FailurePart, LoadingPart, Paged } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';
import { useFilters } from '../../parts/use-filters.js';

type Listing = Schemas['ToldListing'];

const names = ['q', 'stale', 'feed', 'connection', ...viewFilters] as const;
type Filters = Readonly<Record<(typeof names)[number], string>>;

/** The listings of all agencies, each with a sentence on its state. The search takes an id, a link or an address. */
export default function ListingsPage(): ReactNode {
  const { t } = useSpeech();
  const [filters, set] = useFilters(names);
  const query = queryOf(filters);
  const listings = usePages(['listings', query], (next, signal) =>
    api.GET('/api/v1/listings', { params: { query: { limit: 50, ...query, ...next } }, signal }),
  );
  const all = listings.data?.pages.flatMap((page) => page.listings);
  const isSearched = filters.q !== '';
  return (
    <>
      <PageTitle title={t('nav.all_listings')} />
      <Stack gap="sm">
        <Search key={filters.q} filters={filters} set={set} />
        <Paged pages={listings} itemsOf={(page) => page.listings}>
          {(items) => items.length > 0 && <ListingTable listings={items} />}
        </Paged>
        {all?.length === 0 && !isSearched && <EmptyPart title={t('listings.none')} />}
        {all !== undefined && isSearched && <Others q={filters.q} shown={all} />}
      </Stack>
    </>
  );
}

function queryOf({ q, stale, feed, connection, ...view }: Filters) {
  return {
    ...(q !== '' && { q }),
    ...queryOfView(view),
    ...(stale !== '' && { stale: 'true' as const }),
    ...(feed !== '' && { feed }),
    ...(connection !== '' && { connection }),
  };
}

/** The search field and the filters. The search runs when the form is submitted. */
function Search({ filters, set }: { filters: Filters; set: (changed: Partial<Filters>) => void }): ReactNode {
  const { t } = useSpeech();
  const [q, setQ] = useState(filters.q);
  const submit = (): void => {
    set({ q: q.trim() });
  };
  return (
    <Form onSubmit={submit} role="search">
      <Group gap="xs" align="end">
        <TextInput
          flex="1 1 16rem"
          type="search"
          aria-label={t('listings.search')}
          placeholder={t('listings.search')}
          {...bound(q, setQ)}
        />
        <Button type="submit">{t('overview.find.do')}</Button>
        <ViewChoice filters={filters} set={set} />
        <NativeSelect
          label={t('listings.age')}
          {...bound(filters.stale, (stale) => set({ stale }))}
          data={[
            { value: '', label: t('listings.any_age') },
            { value: 'true', label: t('listings.stale') },
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
    </Form>
  );
}

function ListingTable({ listings }: { listings: readonly Listing[] }): ReactNode {
  const { t, told } = useSpeech();
  const columns: Column<Listing>[] = [
    {
      heading: t('listings.listing'),
      isTitle: true,
      cell: (listing) => (
        <>
          <To href={listingPage(listing)}>{listing.title ?? listing.external_id}</To>
          <Muted size="xs">{listing.external_id}</Muted>
        </>
      ),
    },
    { heading: t('listings.feed'), cell: ({ feed, connection }) => feed ?? connection.slice(0, 8) },
    { heading: t('listings.standing'), cell: ({ standing }) => <StandingMark standing={standing} /> },
    {
      heading: t('listings.why'),
      cell: (listing) => (
        <>
          {told(listing.told)}{' '}
          {listing.in_doubt > 0 && <To href={listingPage(listing)}>{t('doubt.answer')}</To>}
        </>
      ),
    },
  ];
  return <CardTable rows={listings} columns={columns} keyOf={listingPage} label={t('nav.all_listings')} />;
}

/**
 * Further matches of the search text, which may be a link to the portal, a code of the feed, or the id of a record
 * that never became a listing. Matches already `shown` are left out.
 */
function Others({ q, shown }: { q: string; shown: readonly Listing[] }): ReactNode {
  const { t } = useSpeech();
  const search = useAnswer(['listings', 'search', q], (signal) =>
    api.GET('/api/v1/search', { params: { query: { q } }, signal }),
  );
  if (search.data === undefined)
    return search.error === null ? <LoadingPart /> : <FailurePart error={search.error} />;
  const listed = new Set(shown.map(listingPage));
  const others = search.data.matches.filter((match) => !listed.has(listingPage(match)));
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
          <li key={listingPage(match)}>
            <To href={listingPage(match)}>{match.title ?? match.external_id}</To>{' '}
            {[match.feed, match.presence, match.portal].filter((part) => part !== null).join(' · ')}
          </li>
        ))}
      </ul>
    </section>
  );
}
