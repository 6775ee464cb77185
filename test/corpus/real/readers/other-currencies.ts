import { positive, textsIn, type Reader, type RealFile, type RealListing } from '../listing.js';
import { attribute, children, rootOf, textAt, type Element } from '../xml.js';

/**
 * Formats whose files here are in roubles, złoty or dollars: none of their listings may be published. Only their ids and currencies are
 * read.
 */
export const otherCurrencies: readonly Reader[] = [
  {
    name: 'Yandex Realty',
    read: (bytes) => {
      const root = rootOf(bytes, 'realty-feed');
      if (root === null) return null;
      return fileOf(children(root, 'offer'), (offer) => [
        attribute(offer, 'internal-id'),
        textAt(offer, 'price', 'currency'),
      ]);
    },
  },
  {
    name: 'oferty.net',
    read: (bytes) => {
      const root = rootOf(bytes, 'plik');
      if (root === null) return null;
      return fileOf(children(root, 'lista_ofert', 'dzial', 'oferta'), (oferta) => [
        textAt(oferta, 'id'),
        attribute(children(oferta, 'cena')[0], 'waluta'),
      ]);
    },
  },
  {
    // The name of a record is its kind. The format is Australia's own and states no currency.
    name: 'REAXML',
    read: (bytes) => {
      const root = rootOf(bytes, 'propertyList');
      if (root === null) return null;
      const kinds = ['residential', 'rental', 'holidayRental', 'land', 'rural', 'commercial', 'business'];
      const records = kinds.flatMap((kind) => children(root, kind));
      return fileOf(records, (record) => [textAt(record, 'uniqueID'), 'AUD']);
    },
  },
  {
    name: 'Avito',
    read: (bytes) => {
      const root = rootOf(bytes, 'Ads');
      return root === null ? null : fileOf(children(root, 'Ad'), (ad) => [textAt(ad, 'Id'), 'RUB']);
    },
  },
  {
    name: 'CIAN',
    read: (bytes) => {
      const root = rootOf(bytes, 'feed');
      if (root === null || children(root, 'object').length === 0) return null;
      return fileOf(children(root, 'object'), (object) => [
        textAt(object, 'ExternalId'),
        (textAt(object, 'BargainTerms', 'Currency') ?? '').toUpperCase(),
      ]);
    },
  },
];

function fileOf(
  records: readonly Element[],
  read: (record: Element) => readonly [id: string | null, currency: string | null],
): RealFile {
  const listings = records.map((record): RealListing => {
    const [id, currency] = read(record);
    const isTaken = currency === 'EUR' || currency === 'RSD';
    return {
      id: id ?? '',
      ...{ offer: null, kind: null, town: null, isOut: !isTaken || positive(id?.length) === null },
      said: { currency },
      texts: textsIn(record),
    };
  });
  const [first] = listings;
  return { listings, feed: { currency: String(first?.said.currency ?? 'XXX') } };
}
