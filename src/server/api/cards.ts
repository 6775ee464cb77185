import type { z } from '@hono/zod-openapi';
import { maskContacts } from '../../core/content/find-contacts.js';
import type { Vocabulary } from '../../model/reference.js';
import type { Store } from '../../store/store.js';
import type { CardSchema } from './schemas/ops-schemas.js';
import { ownValue } from '../../model/own-value.js';

type Card = z.input<typeof CardSchema>;
type Payload = Readonly<Record<string, unknown>>;

/** Returns cards by which people recognise listings: price, place, photo. Keyed by external id; a listing without payload has no card. */
export async function cardsOf(
  connectionId: string,
  externalIds: readonly string[],
  store: Store,
): Promise<Map<string, Card>> {
  if (externalIds.length === 0) return new Map();
  const payloads = await store.listings.payloads(connectionId, externalIds);
  const vocabulary = (await store.reference.vocabulary())?.vocabulary ?? null;
  const placeIds = [...payloads.values()].flatMap(
    (payload) => text(at(payload, 'location', 'place_id')) ?? [],
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
  const money = payload.rent === undefined ? 'price' : 'rent';
  const amount = at(payload, money, 'amount');
  const category = text(payload.category);
  const labels = vocabulary?.fields.category.find(({ key }) => key === category)?.labels ?? [];
  const photos = Array.isArray(payload.photos) ? (payload.photos as unknown[]) : [];
  return {
    transaction: text(payload.transaction),
    price:
      typeof amount !== 'number'
        ? null
        : {
            amount,
            currency: text(at(payload, money, 'currency')) ?? '',
            period: text(at(payload, money, 'period')),
          },
    place: placeName(text(at(payload, 'location', 'place_id'))),
    address: maskContacts(text(at(payload, 'location', 'address_line'))),
    category: labels[0] ?? category,
    area_m2: areaOf(payload),
    photo: photoOf(photos[0]),
    photos: photos.length,
  };
}

function areaOf(payload: Payload): number | null {
  const area = at(payload, 'structure', 'area_sqm');
  return typeof area === 'number' ? area : null;
}

/** The photo's address if it is http or https, which pages may load; otherwise null. */
function photoOf(photo: unknown): string | null {
  const url = typeof photo === 'string' ? photo : text(at({ photo }, 'photo', 'url'));
  return url !== null && /^https?:\/\//i.test(url) ? url : null;
}

function at(payload: Payload, outer: string, inner: string): unknown {
  return ownValue(payload[outer], inner);
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
