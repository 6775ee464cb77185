import { queryOfView, viewFilters } from '../../../parts/listings/listing-view.js';

/** Filters of the list, named as in the page's address. */
export const names = ['q', 'stale', 'feed', 'connection', 'sort', ...viewFilters] as const;
export type Filters = Readonly<Record<(typeof names)[number], string>>;

const sorts = ['agency', 'state', 'since', 'price', 'code'] as const;
type Sort = (typeof sorts)[number] | `-${(typeof sorts)[number]}`;

/** The query of the API for these filters. */
export function listQuery({ q, stale, feed, connection, sort: _, ...view }: Filters) {
  return {
    ...(q !== '' && { q }),
    ...queryOfView(view),
    ...(stale !== '' && { stale: 'true' as const }),
    ...(feed !== '' && { feed }),
    ...(connection !== '' && { connection }),
  };
}

/** The order that the page's address names; by agency where it names none. */
export function sortOf({ sort }: Filters): Sort {
  const name = sorts.find((each) => each === sort.replace(/^-/, ''));
  if (name === undefined) return 'agency';
  return sort.startsWith('-') ? `-${name}` : name;
}
