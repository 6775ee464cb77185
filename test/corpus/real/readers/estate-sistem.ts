import type { Kind } from '../../ads.js';
import { positive, textsIn, type Reader, type RealListing } from '../listing.js';
import { children, rootOf, textAt, textOf, type Element } from '../xml.js';

const kinds: Readonly<Record<string, Kind>> = {
  ...{ Stan: 'apartment', Kuća: 'house', Vikendica: 'house', Plac: 'plot', Njiva: 'plot' },
  ...{ Lokal: 'shop', 'Poslovni prostor': 'shop' },
};
const floors: Readonly<Record<string, number>> = { Prizemlje: 0, 'Visoko prizemlje': 0, Suteren: -1 };
const heatings: Readonly<Record<string, string>> = { CG: 'central', EG: 'own', GAS: 'gas', TA: 'electric' };

/** `OGLASI`: a full snapshot without a currency. Land is in ares, unless the title names the same figure in square metres. */
export const estateSistem: Reader = {
  name: 'ESTATE Sistem',
  read: (bytes) => {
    const root = rootOf(bytes, 'OGLASI');
    if (root === null) return null;
    return {
      listings: children(root, 'oglas').map(listingOf),
      undecidable: ['currency'],
      feed: { currency: 'EUR' },
    };
  },
};

function listingOf(ad: Element): RealListing {
  const title = textAt(ad, 'naslov') ?? '';
  const kind = kinds[textAt(ad, 'vrstanekretnine') ?? ''] ?? null;
  const land = positive(textAt(ad, 'kvadratura_a'));
  const isMetres = land !== null && new RegExp(`\\b${land}\\s*m2`).test(title);
  const offer = textAt(ad, 'vrstaponude') === 'Izdavanje' ? 'rent' : 'sale';
  const floor = textAt(ad, 'sprat') ?? '';
  const amount = positive(textAt(ad, 'cena'));
  return {
    id: textAt(ad, 'code') ?? '',
    ...{ offer, kind, isOut: amount === null, town: textAt(ad, 'mesto') },
    said: {
      ...{ amount, currency: 'EUR', title, text: textAt(ad, 'opis') },
      area: kind === 'plot' ? null : positive(textAt(ad, 'kvadratura')),
      plot: land === null ? null : isMetres ? land : Math.round(land * 10_000) / 100,
      rooms: positive(textAt(ad, 'brojsoba')),
      bathrooms: positive(textAt(ad, 'brojkupatila')),
      floor: floors[floor] ?? positive(floor),
      floors: positive(textAt(ad, 'spratova')),
      heating: heatings[textAt(ad, 'vrstagrejanja') ?? ''] ?? null,
      photos: [...new Set(children(ad, 'slike', 'slika', 'url').flatMap((url) => textOf(url) ?? []))],
      updated: new Date(`${textAt(ad, 'lastupdate') ?? ''}Z`),
    },
    texts: textsIn(ad),
  };
}
