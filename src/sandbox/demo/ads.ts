import type { Dice } from './numbers.js';
import * as words from './words.js';
import { noviSad, smallTowns, type Town, type Words } from './words.js';

/** One ad of the demo agency. Its fields have the names, and its figures the form, of the agency software's export. */
export interface Ad {
  code: string;
  id: string;
  naslov: string;
  opis: string;
  ulica: string;
  /** Square metres; 0 for land. */
  kvadratura: number;
  /** Land in ares; 0 for buildings. */
  ares: number;
  cena: number;
  brojsoba: number;
  vrstanekretnine: string;
  ambijent: string;
  vrstaponude: 'Prodaja' | 'Izdavanje';
  vrstagrejanja: string | null;
  sprat: string | null;
  spratova: number | null;
  namestenost: string;
  vrstagradnje: string;
  objectstate: string;
  town: Town;
  naselje: string;
  photos: number;
  features: readonly string[];
  /** Epoch milliseconds. */
  changedAt: number;
}

/** The kinds of the demo agency's ads, in the order in which they are made; after the last one it starts again. */
const stock: readonly Kind[] = [
  'flat_sale',
  'flat_rent',
  'flat_sale',
  'house',
  'flat_sale',
  'premises_rent',
  'flat_rent',
  'flat_sale',
  'land',
  'flat_sale',
  'shop_rent',
  'cottage',
];
type Kind = 'flat_sale' | 'flat_rent' | 'house' | 'cottage' | 'land' | 'premises_rent' | 'shop_rent';

interface Draft {
  /** Running number of the agency's ads, from 1. */
  number: number;
  dice: Dice;
  /** Epoch milliseconds. */
  now: number;
}

/** An ad of the kind that its number gives. */
export function makeAd(draft: Draft): Ad {
  return makers[stock[(draft.number - 1) % stock.length] ?? 'flat_sale'](draft);
}

/** A flat for sale, whatever its number: the kind of ad that is added to the feed later. */
export function makeFlat(draft: Draft): Ad {
  return flat(draft, 'Prodaja');
}

const makers: Record<Kind, (draft: Draft) => Ad> = {
  flat_sale: makeFlat,
  flat_rent: (draft) => flat(draft, 'Izdavanje'),
  house: (draft) => house(draft, 'Kuća'),
  cottage: (draft) => house(draft, 'Vikendica'),
  land,
  premises_rent: (draft) => premises(draft, 'Poslovni prostor'),
  shop_rent: (draft) => premises(draft, 'Lokal'),
};

function flat(draft: Draft, offer: Ad['vrstaponude']): Ad {
  const { dice } = draft;
  const rooms = dice.pick([1, 1.5, 2, 2.5, 3, 4]);
  const area = Math.round(rooms * 17 + dice.between(8, 22));
  const base = common(draft, noviSad, offer, words.homeSentences, words.flatFeatures);
  const floors = dice.between(3, 9);
  return {
    ...base,
    naslov: `${offer === 'Prodaja' ? 'Prodaje se' : 'Izdaje se'} ${rooms.toFixed(1)} stan ${area}m2, ${base.naselje} ID#${base.id}`,
    kvadratura: area,
    cena: rounded(area * (offer === 'Prodaja' ? dice.between(1900, 2900) : dice.between(7, 11)), offer),
    brojsoba: rooms,
    vrstanekretnine: 'Stan',
    ambijent: 'u zgradi',
    vrstagrejanja: dice.pick(['CG', 'CG', 'CG', 'GAS', 'EG', 'TA', 'toplotne pumpe', 'podno']),
    sprat: dice.once(6) ? 'Visoko prizemlje' : String(dice.between(1, floors)),
    spratova: floors,
    namestenost: offer === 'Prodaja' ? dice.pick(['prazan', 'polunamešten']) : 'namešten',
    vrstagradnje: dice.pick(['novogradnja', 'stara gradnja', 'standardna']),
    objectstate: dice.pick(['-', 'Renovirano', 'Lux', 'Izvorno stanje']),
  };
}

function house(draft: Draft, kind: 'Kuća' | 'Vikendica'): Ad {
  const { dice } = draft;
  const town = dice.pick([noviSad, ...smallTowns]);
  const area = kind === 'Kuća' ? dice.between(90, 240) : dice.between(30, 80);
  const base = common(draft, town, 'Prodaja', words.houseSentences, words.houseFeatures);
  return {
    ...base,
    naslov: `Prodaje se ${kind.toLowerCase()} ${area}m2, ${town.mesto}, ${base.naselje} ID#${base.id}`,
    kvadratura: area,
    cena: rounded(area * dice.between(700, 1500), 'Prodaja'),
    brojsoba: kind === 'Kuća' ? dice.between(3, 6) : dice.between(1, 3),
    vrstanekretnine: kind,
    ambijent: dice.pick(['zasebna', 'zasebna', 'u nizu']),
    vrstagrejanja: dice.pick(['GAS', 'CG-GAS', 'kaljeva peć', 'toplotne pumpe', 'TA']),
    sprat: 'Prizemlje',
    spratova: dice.between(0, 2),
    vrstagradnje: dice.pick(['stara gradnja', 'standardna', 'novogradnja']),
    objectstate: dice.pick(['-', 'Izvorno stanje', 'Renovirano']),
  };
}

function land(draft: Draft): Ad {
  const { dice } = draft;
  const town = dice.pick(smallTowns);
  const ares = dice.between(350, 2800) / 100;
  const base = common(draft, town, 'Prodaja', words.landSentences, words.landFeatures);
  return {
    ...base,
    naslov: `Prodaje se plac ${Math.round(ares * 100)}m2, ${town.mesto}, ${base.naselje} ID#${base.id}`,
    ares,
    cena: rounded(ares * 100 * dice.between(9, 45), 'Prodaja'),
    vrstanekretnine: 'Plac',
  };
}

function premises(draft: Draft, kind: 'Poslovni prostor' | 'Lokal'): Ad {
  const { dice } = draft;
  const area = dice.between(18, 160);
  const base = common(draft, noviSad, 'Izdavanje', words.premisesSentences, words.premisesFeatures);
  return {
    ...base,
    naslov: `Izdaje se ${kind.toLowerCase()} ${area}m2, ${base.naselje} ID#${base.id}`,
    kvadratura: area,
    cena: rounded(area * dice.between(8, 18), 'Izdavanje'),
    vrstanekretnine: kind,
    ambijent: 'u zgradi',
    vrstagrejanja: dice.pick(['CG', 'Klima', 'GAS']),
    sprat: 'Prizemlje',
    spratova: dice.between(2, 8),
    vrstagradnje: dice.pick(['novogradnja', 'stara gradnja']),
  };
}

/** Step of round prices and rents, in euros. */
export const priceStep: Record<Ad['vrstaponude'], number> = { Prodaja: 500, Izdavanje: 10 };

function rounded(amount: number, offer: Ad['vrstaponude']): number {
  return Math.round(amount / priceStep[offer]) * priceStep[offer];
}

/** The fields that do not depend on the kind of ad, with empty values for the others. */
function common(
  { number, dice, now }: Draft,
  town: Town,
  vrstaponude: Ad['vrstaponude'],
  sentences: Words,
  features: Words,
): Ad {
  const settlement = dice.pick(town.settlements);
  const id = String(1000 + number);
  const first = dice.pick(sentences);
  const second = dice.pick(sentences);
  return {
    code: `305${id.padStart(6, '0')}`,
    id,
    naslov: '',
    opis: [
      `${dice.pick(words.openings)} nekretninu na lokaciji ${settlement.name} (${town.mesto}).`,
      first,
      ...(second === first ? [] : [second]),
      dice.pick(words.closings),
    ].join(' '),
    // A part of the ads has no street, as in feeds of real agencies.
    ulica: dice.once(3) ? '' : `${dice.pick(settlement.streets)} ${dice.between(1, 90)}`,
    kvadratura: 0,
    ares: 0,
    cena: 0,
    brojsoba: 0,
    vrstanekretnine: '',
    ambijent: '',
    vrstaponude,
    vrstagrejanja: null,
    sprat: null,
    spratova: null,
    namestenost: 'prazan',
    vrstagradnje: '-',
    objectstate: '-',
    town,
    naselje: settlement.name,
    photos: dice.between(3, 9),
    features: [...new Set([dice.pick(features), dice.pick(features), dice.pick(features), 'Uknjižen'])],
    changedAt: now - dice.between(1, 90) * 24 * 3600 * 1000,
  };
}
