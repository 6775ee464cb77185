import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer, usePages } from '../../api/queries.js';
import { bound } from '../../parts/form/form.js';
import { ListingCard } from '../../parts/listing-card.js';
import { listingPage } from '../../parts/links.js';
import { CsvLink } from '../../parts/list/csv-link.js';
import { ListTotal } from '../../parts/list/filter-bar.js';
import { codeOf } from '../../parts/listings/listing-code.js';
import { MoreButton } from '../../parts/more-button.js';
import { Muted } from '../../parts/muted.js';
import { PageTitle } from '../../parts/page-title.js';
import {
  filtersOf,
  queryOfView,
  viewFilters,
  viewOf,
  type ViewFilters,
} from '../../parts/listings/listing-view.js';
import { StandingMark, useBeyondMark } from '../../parts/standing-mark.js';
import { ViewChoice } from '../../parts/listings/view-choice.js';
import { EmptyPart, FailurePart, LoadingPart } from '../../parts/states.js';
import { useFilters } from '../../parts/use-filters.js';
import { useSpeech } from '../../words/context.js';

/** How long the user must stop typing before the search starts. */
const typingMs = 300;

/** The agency’s listings, each with a sentence on its state. The user finds a listing by address, code or link. */
export default function ListingsPage(): ReactNode {
  const { t } = useSpeech();
  const [filters, setFilters] = useFilters(['q', 'connection', ...viewFilters]);
  const [typed, setTyped] = useState(filters.q);
  const [wanted] = useDebouncedValue(typed, typingMs);
  useEffect(() => {
    if (wanted !== filters.q) setFilters({ q: wanted });
  }, [wanted, filters.q, setFilters]);
  return (
    <>
      <PageTitle title={t('nav.listings')} />
      <Group mb="md" gap="sm" align="end" component="search">
        <TextInput
          flex="1 1 16rem"
          type="search"
          label={t('my.search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          {...bound(typed, setTyped)}
        />
        <ViewChoice filters={filters} set={setFilters} />
      </Group>
      {isLink(filters.q) ? (
        <Found q={filters.q} />
      ) : (
        <List
          {...filters}
          onClear={() => {
            setTyped('');
            setFilters({ q: '', connection: '', ...filtersOf('') });
          }}
        />
      )}
    </>
  );
}

/** Whether the search text is a web address. Links are resolved by `/api/v1/search`, not by the filter of the list. */
const isLink = (q: string): boolean => q.includes('://');

function List({
  q,
  connection,
  onClear,
  ...view
}: ViewFilters & {
  q: string;
  connection: string;
  onClear: () => void;
}): ReactNode {
  const { t } = useSpeech();
  const query = {
    ...(q.trim() !== '' && { q: q.trim() }),
    ...queryOfView(view),
    ...(connection !== '' && { connection }),
  };
  const listings = usePages(['listings', 'list', query], (next, signal) =>
    api.GET('/api/v1/listings', { params: { query: { limit: 48, ...query, ...next } }, signal }),
  );
  const counts = useAnswer(
    ['listings', 'counts', query],
    (signal) => api.GET('/api/v1/listings/counts', { params: { query }, signal }),
    { keeps: true },
  );
  if (listings.error !== null)
    return <FailurePart error={listings.error} retry={() => void listings.refetch()} />;
  if (listings.data === undefined) return <LoadingPart />;
  const shown = listings.data.pages.flatMap((page) => page.listings);
  if (shown.length === 0) {
    if (q === '' && viewOf(view) === '')
      return <EmptyPart title={t('my.empty')}>{t('my.empty.more')}</EmptyPart>;
    return <NoneFound q={q} onClear={onClear} />;
  }
  return (
    <Stack>
      {counts.data !== undefined && (
        <ListTotal text={t('listings.total', { n: counts.data.total })}>
          <CsvLink query={query} />
        </ListTotal>
      )}
      <SimpleGrid component="ul" className="plain" cols={{ base: 1, md: 2 }} spacing="sm">
        {shown.map((listing) => (
          <li key={`${listing.connection} ${listing.external_id}`}>
            <Line listing={listing} />
          </li>
        ))}
      </SimpleGrid>
      <MoreButton pages={listings} />
    </Stack>
  );
}

function NoneFound({ q, onClear }: { q: string; onClear: () => void }): ReactNode {
  const { t } = useSpeech();
  return (
    <Stack>
      <EmptyPart
        title={t('my.none')}
        action={
          <Button variant="default" onClick={onClear}>
            {t('my.clear')}
          </Button>
        }
      >
        {t('my.none.more')}
      </EmptyPart>
      {q !== '' && <Found q={q} />}
    </Stack>
  );
}

function Line({ listing }: { listing: Schemas['ToldListing'] }): ReactNode {
  const { t } = useSpeech();
  const beyondMark = useBeyondMark();
  const { external_id: id, title, card, standing } = listing;
  return (
    <ListingCard
      card={card}
      id={id}
      title={<Link href={listingPage(listing)}>{title ?? t('listing.untitled', { id: codeOf(id) })}</Link>}
      mark={<StandingMark standing={standing} />}
    >
      {beyondMark(listing)}
      {listing.in_doubt > 0 && (
        <div>
          <Link href={listingPage(listing)}>{t('doubt.answer')}</Link>
        </div>
      )}
    </ListingCard>
  );
}

/**
 * Results of `/api/v1/search`, which also finds listings by their link, and records of the file that did not become
 * listings.
 */
function Found({ q }: { q: string }): ReactNode {
  const { t } = useSpeech();
  const found = useAnswer(['listings', 'search', q], (signal) =>
    api.GET('/api/v1/search', { params: { query: { q } }, signal }),
  );
  const matches = found.data?.matches ?? [];
  if (found.isPending) return <LoadingPart />;
  if (matches.length === 0)
    return isLink(q) ? <EmptyPart title={t('my.none')}>{t('my.none.more')}</EmptyPart> : null;
  return (
    <Stack gap="xs">
      {matches.some(({ portal }) => portal === null) && <Text fw={600}>{t('my.unlisted')}</Text>}
      <Stack component="ul" className="plain" gap="xs">
        {matches.map((match) => (
          <li key={`${match.connection} ${match.external_id}`}>
            <Link href={listingPage(match)}>
              {match.title ?? t('listing.untitled', { id: codeOf(match.external_id) })}
            </Link>{' '}
            <Muted span>{t('listing.code', { id: codeOf(match.external_id) })}</Muted>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
