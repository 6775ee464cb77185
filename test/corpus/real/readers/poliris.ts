import type { Kind } from '../../ads.js';
import { positive, type Reader, type RealListing } from '../listing.js';

const kinds: Readonly<Record<string, Kind>> = {
  ...{ appartement: 'apartment', 'maison/villa': 'house', terrain: 'plot', 'parking/box': 'garage' },
  ...{ local: 'shop', boutique: 'shop', bureaux: 'shop' },
};

/** Poliris: no header, `!#` between quoted values, columns by position. Euros; zero and empty are unknown. */
export const poliris: Reader = {
  name: 'Poliris',
  read: (bytes) => {
    const text = new TextDecoder('windows-1252').decode(bytes);
    if (!text.startsWith('"') || !text.slice(0, 400).includes('"!#"')) return null;
    const rows = text
      .split(/\r?\n/)
      .filter((line) => line.includes('"!#"'))
      .map((line) => line.split('!#').map((cell) => cell.replace(/^"|"$/g, '')));
    return { listings: rows.map(listingOf), feed: { currency: 'EUR' } };
  },
};

/** @param cells column 1 of the documentation is the first */
function listingOf(cells: readonly string[]): RealListing {
  const at = (column: number): string => (cells[column - 1] ?? '').trim();
  const kind = kinds[at(4).toLowerCase()] ?? null;
  const amount = positive(at(11));
  const photos = Array.from({ length: 9 }, (_, index) => at(85 + index)).filter((url) => url !== '');
  const known = (figure: number): number | null => positive(at(figure));
  return {
    id: at(2),
    offer: /^location/i.test(at(3)) ? 'rent' : /^vente/i.test(at(3)) ? 'sale' : null,
    ...{ kind, isOut: amount === null || !/^(vente|location)/i.test(at(3)), town: at(6) || null },
    said: {
      ...{ amount, currency: 'EUR', title: at(20) || null },
      area: kind === 'plot' ? null : known(16),
      plot: known(17),
      rooms: known(18),
      bedrooms: known(19),
      year: known(27),
      photos: photos.length === 0 ? null : [...new Set(photos)],
    },
    texts: cells.map((cell) => cell.trim()).filter((cell) => cell !== ''),
  };
}
