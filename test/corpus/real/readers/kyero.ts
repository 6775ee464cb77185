import type { Kind } from '../../ads.js';
import { positive, textsIn, type Reader, type RealListing } from '../listing.js';
import { children, rootOf, textAt, textOf, type Element } from '../xml.js';

const kinds: readonly (readonly [RegExp, Kind])[] = [
  [/apartment|penthouse|duplex|studio|flat/, 'apartment'],
  [/villa|house|bungalow|finca|chalet|cortijo/, 'house'],
  [/land|plot/, 'plot'],
  [/commercial|shop|office/, 'shop'],
  [/garage/, 'garage'],
];

/** Kyero v3: `price_freq` is sale, week or month; `x` is a price on request. The date may be that of the export. */
export const kyero: Reader = {
  name: 'Kyero v3',
  read: (bytes) => {
    const root = rootOf(bytes, 'root') ?? rootOf(bytes, 'kyero');
    if (root === null || children(root, 'property').length === 0) return null;
    return { listings: children(root, 'property').map(listingOf), feed: { currency: 'EUR' } };
  },
};

function listingOf(property: Element): RealListing {
  const frequency = textAt(property, 'price_freq') ?? 'sale';
  const price = positive(textAt(property, 'price'));
  const currency = textAt(property, 'currency');
  const type = (textAt(property, 'type') ?? textAt(property, 'type', 'en') ?? '').toLowerCase();
  const kind = kinds.find(([word]) => word.test(type))?.[1] ?? null;
  return {
    id: textAt(property, 'id') ?? '',
    // Agencies add words of their own, such as a resale.
    offer: /^(week|month)$/.test(frequency) ? 'rent' : frequency.endsWith('sale') ? 'sale' : null,
    ...{ kind, isOut: price === null || !['EUR', null].includes(currency) },
    town: textAt(property, 'town'),
    said: {
      amount: frequency === 'week' ? null : price,
      currency,
      area: kind === 'plot' ? null : positive(textAt(property, 'surface_area', 'built')),
      plot: positive(textAt(property, 'surface_area', 'plot')),
      bedrooms: positive(textAt(property, 'beds')),
      bathrooms: positive(textAt(property, 'baths')),
      lat: coordinate(textAt(property, 'location', 'latitude')),
      lng: coordinate(textAt(property, 'location', 'longitude')),
      title: languages(property, 'title'),
      text: languages(property, 'desc'),
      photos: photosOf(property),
    },
    texts: textsIn(property),
  };
}

function photosOf(property: Element): string[] | null {
  const urls = children(property, 'images', 'image', 'url').flatMap((url) => textOf(url) ?? []);
  // An address without TLS is published only once its host has answered with TLS, which depends on the network.
  return urls.length === 0 || urls.some((url) => url.startsWith('http:')) ? null : [...new Set(urls)];
}

/** The texts of all languages: which of them the portal shows first is feedsync's to say. */
function languages(property: Element, name: string): string[] | null {
  const texts = children(property, name).flatMap((element) => textsIn(element));
  return texts.length === 0 ? null : texts;
}

function coordinate(text: string | null): number | null {
  const figure = Number(text ?? Number.NaN);
  return Number.isFinite(figure) && figure !== 0 ? figure : null;
}
