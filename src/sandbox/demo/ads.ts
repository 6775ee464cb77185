import type { Dice } from './numbers.js';
import * as words from './words.js';
import { noviSad, smallTowns, type Town, type Words } from './words.js';

/** One ad of the demo agency, with the names of the format. Figures are written as its software writes them. */
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

/** What an ad offers; the demo agency's stock in the order in which its ads are made, and again from the start. */
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

/** @param number running number of the agency's ads, from 1 */
export function makeAd(number: number, dice: Dice, now: number): Ad {
  return makers[stock[(number - 1) % stock.length] ?? 'flat_sale'](number, dice, now);
}

/** A flat for sale, whatever its number: what comes new into the feed. */
export function makeFlat(number: number, dice: Dice, now: number): Ad {
  return makers.flat_sale(number, dice, now);
}

const makers: Record<Kind, (number: number, dice: Dice, now: number) => Ad> = {
  flat_sale: (number, dice, now) => flat(number, dice, now, 'Prodaja'),
  flat_rent: (number, dice, now) => flat(number, dice, now, 'Izdavanje'),
  house: (number, dice, now) => house(number, dice, now, 'Kuća'),
  cottage: (number, dice, now) => house(number, dice, now, 'Vikendica'),
  land,
  premises_rent: (number, dice, now) => premises(number, dice, now, 'Poslovni prostor'),
  shop_rent: (number, dice, now) => premises(number, dice, now, 'Lokal'),
};

function flat(number: number, dice: Dice, now: number, offer: Ad['vrstaponude']): Ad {
  const rooms = dice.pick([1, 1.5, 2, 2.5, 3, 4]);
  const area = Math.round(rooms * 17 + dice.between(8, 22));
  const base = common(number, dice, now, noviSad, offer, words.homeSentences, words.flatFeatures);
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

function house(number: number, dice: Dice, now: number, kind: 'Kuća' | 'Vikendica'): Ad {
  const town = dice.pick([noviSad, ...smallTowns]);
  const area = kind === 'Kuća' ? dice.between(90, 240) : dice.between(30, 80);
  const base = common(number, dice, now, town, 'Prodaja', words.houseSentences, words.houseFeatures);
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

function land(number: number, dice: Dice, now: number): Ad {
  const town = dice.pick(smallTowns);
  const ares = dice.between(350, 2800) / 100;
  const base = common(number, dice, now, town, 'Prodaja', words.landSentences, words.landFeatures);
  return {
    ...base,
    naslov: `Prodaje se plac ${Math.round(ares * 100)}m2, ${town.mesto}, ${base.naselje} ID#${base.id}`,
    ares,
    cena: rounded(ares * 100 * dice.between(9, 45), 'Prodaja'),
    vrstanekretnine: 'Plac',
  };
}

function premises(number: number, dice: Dice, now: number, kind: 'Poslovni prostor' | 'Lokal'): Ad {
  const area = dice.between(18, 160);
  const base = common(
    number,
    dice,
    now,
    noviSad,
    'Izdavanje',
    words.premisesSentences,
    words.premisesFeatures,
  );
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

/** Steps in which people name prices and rents, in euros. */
export const priceStep: Record<Ad['vrstaponude'], number> = { Prodaja: 500, Izdavanje: 10 };

function rounded(amount: number, offer: Ad['vrstaponude']): number {
  return Math.round(amount / priceStep[offer]) * priceStep[offer];
}

function common(
  number: number,
  dice: Dice,
  now: number,
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
    // The software exports no street for a part of the ads, as real agencies' feeds show.
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
