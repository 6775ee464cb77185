import { Text } from '@mantine/core';
import { useState, type Key, type ReactNode } from 'react';
import type { Schemas } from '../../../api/client.js';
import { CardTable, type Column } from '../../../parts/card-table.js';
import { listingPage, To } from '../../../parts/links.js';
import type { Sorting } from '../../../parts/list/sorting.js';
import { codeOf } from '../../../parts/listings/listing-code.js';
import { Moment } from '../../../parts/moment.js';
import { Muted } from '../../../parts/muted.js';
import { Price } from '../../../parts/price.js';
import { StandingMark, useBeyondMark } from '../../../parts/standing-mark.js';
import { useSpeech } from '../../../words/context.js';
import { BulkActs } from './bulk-acts.js';

type Listing = Schemas['ToldListing'];

/** Listings in narrow lines. Chosen ones can be acted on together. */
export function ListingTable({
  listings,
  sorting,
}: {
  listings: readonly Listing[];
  sorting: Sorting;
}): ReactNode {
  const { t } = useSpeech();
  const [chosen, choose] = useState<ReadonlySet<Key>>(new Set());
  const shown = listings.filter((listing) => chosen.has(listingPage(listing)));
  return (
    <>
      {shown.length > 0 && <BulkActs listings={shown} clear={() => choose(new Set())} />}
      <CardTable
        rows={listings}
        columns={useListingColumns()}
        keyOf={listingPage}
        label={t('nav.all_listings')}
        sorting={sorting}
        selection={{ chosen, choose, nameOf: ({ external_id: id }) => codeOf(id) }}
      />
    </>
  );
}

/** Headings of the columns by which the list can be sorted, with the names that the API has for them. */
export function useSortColumns(): readonly { heading: string; sort: string }[] {
  const { t } = useSpeech();
  return [
    { heading: t('listings.code'), sort: 'code' },
    { heading: t('listings.agency'), sort: 'agency' },
    { heading: t('listings.price'), sort: 'price' },
    { heading: t('listings.standing'), sort: 'state' },
    { heading: t('listings.since'), sort: 'since' },
  ];
}

function Sentence({ text }: { text: string | null }): ReactNode {
  if (text === null) return null;
  return (
    <Text size="xs" lineClamp={2} mt={2} title={text}>
      {text}
    </Text>
  );
}

function useListingColumns(): Column<Listing>[] {
  const { t } = useSpeech();
  const beyondMark = useBeyondMark();
  return [
    {
      heading: t('listings.code'),
      sort: 'code',
      cell: ({ external_id: id }) => <Muted size="xs">{codeOf(id)}</Muted>,
    },
    {
      heading: t('listings.listing'),
      isTitle: true,
      cell: (listing) => (
        <>
          <To href={listingPage(listing)}>{listing.title ?? codeOf(listing.external_id)}</To>
          <Muted size="xs">{placeOf(listing)}</Muted>
        </>
      ),
    },
    {
      heading: t('listings.agency'),
      sort: 'agency',
      cell: ({ agency, connection }) => (
        <To size="sm" href={`/connections/${connection}`}>
          {agency}
        </To>
      ),
    },
    {
      heading: t('listings.price'),
      sort: 'price',
      isNumber: true,
      cell: ({ card }) => (card?.price == null ? '–' : <Price price={card.price} />),
    },
    {
      heading: t('listings.standing'),
      sort: 'state',
      cell: (listing) => (
        <>
          <StandingMark standing={listing.standing} />
          <Sentence text={beyondMark(listing)} />
          {listing.in_doubt > 0 && (
            <To size="xs" href={listingPage(listing)}>
              {t('doubt.answer')}
            </To>
          )}
        </>
      ),
    },
    { heading: t('listings.since'), sort: 'since', cell: ({ since }) => <Moment at={since} /> },
  ];
}

function placeOf({ card }: Listing): string {
  return [card?.address, card?.place].filter((part) => part != null).join(', ');
}
