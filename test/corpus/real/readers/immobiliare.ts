import type { Kind } from '../../ads.js';
import { positive, textsIn, type Reader, type RealListing } from '../listing.js';
import { attribute, children, rootOf, textAt, textOf, type Element } from '../xml.js';

const kinds: readonly (readonly [RegExp, Kind])[] = [
  [/\/(box|garage|posto auto)/i, 'garage'],
  [/^terreni/i, 'plot'],
  [/^commerciale\/(negozio|ufficio|locale)/i, 'shop'],
  [/^residenziale\/(villa|casa|rustico)/i, 'house'],
  [/^residenziale\/(appartamento|attico|loft|mansarda)/i, 'apartment'],
];

/** immobiliare.it 2.7: `operation` deletes; S is a sale, R a rental; the size has its unit beside it. */
export const immobiliare: Reader = {
  name: 'immobiliare.it',
  read: (bytes) => {
    const root = rootOf(bytes, 'feed');
    if (root === null || children(root, 'properties', 'property').length === 0) return null;
    return { listings: children(root, 'properties', 'property').map(listingOf), feed: { currency: 'EUR' } };
  },
};

function listingOf(property: Element): RealListing {
  const [features = {}] = children(property, 'features');
  const [price] = children(features, 'price');
  const [size] = children(features, 'size');
  const [locality = {}] = children(property, 'location', 'locality');
  const map = attribute(children(property, 'building')[0], 'map') ?? '';
  const kind = kinds.find(([word]) => word.test(map))?.[1] ?? null;
  const amount = positive(textOf(price));
  const metres = (positive(textOf(size)) ?? 0) * (attribute(size, 'unit') === 'ha' ? 10_000 : 1);
  const photos = children(property, 'pictures', 'picture-url')
    .sort((a, b) => Number(attribute(a, 'position') ?? 0) - Number(attribute(b, 'position') ?? 0))
    .flatMap((url) => textOf(url) ?? []);
  return {
    id: textAt(property, 'unique-id') ?? '',
    offer: textAt(property, 'transaction-type') === 'S' ? 'sale' : 'rent',
    ...{ kind, town: textAt(property, 'location', 'city') },
    isOut: attribute(property, 'operation') === 'delete' || amount === null,
    said: {
      ...{ amount, currency: attribute(price, 'currency') },
      area: kind === 'plot' || kind === null ? null : positive(metres),
      plot: kind === 'plot' ? positive(metres) : null,
      bedrooms: positive(textAt(property, 'extra-features', 'bedrooms')),
      bathrooms: positive(textAt(property, 'extra-features', 'bathrooms')),
      lat: positive(textAt(locality, 'latitude')),
      lng: positive(textAt(locality, 'longitude')),
      photos: photos.length === 0 ? null : photos,
    },
    texts: textsIn(property),
  };
}
