import { z } from 'zod';
import { pageOf, pageQuery, readQuery } from '../input.js';
import type { Operation } from '../operation.js';
import { Refusal } from '../refusal.js';

/** Operation 13, GET /vocabularies. */
export const vocabularies: Operation = {
  name: 'vocabularies',
  method: 'GET',
  path: '/vocabularies',
  run({ query, headers }, state) {
    readQuery(query, z.strictObject({}));
    const { document } = state.vocabulary;
    const etag = `"${document.version}"`;
    if (matchesEtag(headers.get('if-none-match'), etag)) {
      return { status: 304, body: null, headers: { ETag: etag } };
    }
    return { status: 200, body: document, headers: { ETag: etag } };
  },
};

/** Whether If-None-Match names the ETag (RFC 9110, 13.1.2): a list of ETags, compared weakly, or `*`. */
function matchesEtag(header: string | null, etag: string): boolean {
  const known = (header ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}

/** Query of operation 14. */
export const placesQuery = z.strictObject({
  q: z.string().optional(),
  type: z.enum(['city', 'municipality']).optional(),
  ...pageQuery,
});

/** Operation 14, GET /places. */
export const searchPlaces: Operation = {
  name: 'search_places',
  method: 'GET',
  path: '/places',
  run({ query }, state) {
    const { q, type, ...page } = readQuery(query, placesQuery);
    if (q === undefined && state.protocol.places_need_query) {
      throw new Refusal(422, 'validation_failed', 'The search needs q.', [
        { pointer: '/q', code: 'required', message: 'q is required.' },
      ]);
    }
    const found = state.places.search(q ?? null, type ?? null);
    const order = new Map(state.places.places.map((place, index) => [place.id, index]));
    const { entries, next_cursor } = pageOf(found, (place) => order.get(place.id) ?? 0, page);
    return { status: 200, body: { places: entries, next_cursor } };
  },
};

/** Operation 15, GET /places/{id}. */
export const getPlace: Operation = {
  name: 'get_place',
  method: 'GET',
  path: '/places/:id',
  run({ params, query }, state) {
    const place = state.places.byId(params.id ?? '');
    if (!place) throw new Refusal(404, 'place_not_found', 'No place has this id.');
    readQuery(query, z.strictObject({}));
    return { status: 200, body: { place } };
  },
};
