import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { api } from '../../../api/client.js';
import { useAnswer, usePages } from '../../../api/queries.js';
import { CsvLink } from '../../../parts/list/csv-link.js';
import { ListTotal } from '../../../parts/list/filter-bar.js';
import { PageTitle } from '../../../parts/page-title.js';
import { EmptyPart, Paged } from '../../../parts/states.js';
import { useFilters } from '../../../parts/use-filters.js';
import { useSpeech } from '../../../words/context.js';
import { Search } from './filters.js';
import { listQuery, names, sortOf } from './list-query.js';
import { ListingTable } from './listing-table.js';
import { Others } from './others.js';

/** The listings of all agencies, each with a sentence on its state. The search takes an id, a link or an address. */
export default function ListingsPage(): ReactNode {
  const { t } = useSpeech();
  const [filters, set] = useFilters(names);
  const query = listQuery(filters);
  const sort = sortOf(filters);
  const listings = usePages(['listings', 'sorted', query, sort], (next, signal) =>
    api.GET('/api/v1/listings', { params: { query: { limit: 50, sort, ...query, ...next } }, signal }),
  );
  const counts = useAnswer(
    ['listings', 'counts', query],
    (signal) => api.GET('/api/v1/listings/counts', { params: { query }, signal }),
    { keeps: true },
  );
  const all = listings.data?.pages.flatMap((page) => page.listings);
  const isSearched = filters.q !== '';
  return (
    <>
      <PageTitle title={t('nav.all_listings')} />
      <Stack gap="sm">
        <Search key={filters.q} filters={filters} set={set} codes={counts.data?.codes ?? []} />
        {counts.data !== undefined && (
          <ListTotal text={t('listings.total', { n: counts.data.total })}>
            <CsvLink query={{ ...query, sort }} />
          </ListTotal>
        )}
        <Paged pages={listings} itemsOf={(page) => page.listings}>
          {(items) =>
            items.length > 0 && (
              <ListingTable listings={items} sorting={{ by: sort, set: (by) => set({ sort: by }) }} />
            )
          }
        </Paged>
        {all?.length === 0 && !isSearched && <EmptyPart title={t('listings.none')} />}
        {all !== undefined && isSearched && <Others q={filters.q} shown={all} />}
      </Stack>
    </>
  );
}
