import type { z } from '@hono/zod-openapi';
import { maskContacts } from '../../core/content/find-contacts.js';
import type { Vocabulary } from '../../model/reference.js';
import { mapLinkOf } from '../../inspect/listing/map-link.js';
import type { Store } from '../../store/store.js';
import type { CardSchema } from './schemas/ops-schemas.js';
import { ownValue } from '../../model/own-value.js';
import { labelOf } from '../../texts/listing/value-words.js';

type Card = z.input<typeof CardSchema>;
type Payload = Readonly<Record<string, unknown>>;

/** Returns cards by which people recognise listings: price, place, photo. Keyed by external id; a listing without payload has no card. */
export async function cardsOf(
  connectionId: string,
  externalIds: readonly string[],
  store: Store,
): Promise<Map<string, Card>> {
  if (externalIds.length === 0) return new Map();
  return draftCards(await store.listings.payloads(connectionId, externalIds), store);
}

/** The card of one listing, with the addresses of all its photos in the order in which the portal shows them, the cover first. */
export async function cardWithPhotos(
  connectionId: string,
  externalId: string,
  store: Store,
): Promise<{ card: Card | null; photos: string[]; map: string | null }> {
  const payloads = await store.listings.payloads(connectionId, [externalId]);
  const cards = await draftCards(payloads, store);
  const photos = photosIn(payloads.get(externalId) ?? {}).flatMap((photo) => photoOf(photo) ?? []);
  const map = await mapLinkOf(payloads.get(externalId) ?? {}, store);
  return { card: cards.get(externalId) ?? null, photos, map };
}

/** Cards of payloads, which may have gaps, under their keys. */
export async function draftCards(
  payloads: ReadonlyMap<string, Payload>,
  store: Store,
): Promise<Map<string, Card>> {
  if (payloads.size === 0) return new Map();
  const vocabulary = (await store.reference.vocabulary())?.vocabulary ?? null;
  const placeIds = [...payloads.values()].flatMap(
    ({ location }) => text(ownValue(location, 'place_id')) ?? [],
  );
  const places = await store.figures.places([...new Set(placeIds)]);
  const placeName = (id: string | null): string | null =>
    id === null ? null : (places.get(id)?.nameSr ?? null);
  return new Map([...payloads].map(([id, payload]) => [id, cardOf(payload, vocabulary, placeName)]));
}

function cardOf(
  payload: Payload,
  vocabulary: Vocabulary | null,
  placeName: (id: string | null) => string | null,
): Card {
  const { location, structure } = payload;
  const money = payload.rent === undefined ? payload.price : payload.rent;
  const amount = ownValue(money, 'amount');
  const area = ownValue(structure, 'area_sqm');
  const category = text(payload.category);
  const entry = vocabulary?.fields.category.find(({ key }) => key === category);
  const photos = photosIn(payload);
  return {
    transaction: text(payload.transaction),
    price:
      typeof amount !== 'number'
        ? null
        : {
            amount,
            currency: text(ownValue(money, 'currency')) ?? '',
            period: text(ownValue(money, 'period')),
          },
    place: placeName(text(ownValue(location, 'place_id'))),
    address: maskContacts(text(ownValue(location, 'address_line'))),
    category: entry === undefined ? category : labelOf(entry).sr,
    category_label: category === null ? null : entry === undefined ? null : labelOf(entry),
    area_m2: typeof area === 'number' ? area : null,
    photo: photoOf(photos[0]),
    photos: photos.length,
  };
}

function photosIn({ photos }: Payload): readonly unknown[] {
  return Array.isArray(photos) ? photos : [];
}

/** The photo's address if it is http or https, which pages may load; otherwise null. */
function photoOf(photo: unknown): string | null {
  const url = typeof photo === 'string' ? photo : text(ownValue(photo, 'url'));
  return url !== null && /^https?:\/\//i.test(url) ? url : null;
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
