import type { Concept } from '../../words/concepts.js';
import type { FieldProfile } from '../../profile/profile.js';
import { featureIn, type Feature } from '../../words/feature-words.js';
import { figureParts, flagOf, pairOfFlags, roughFigure, type Shape } from '../../profile/shapes.js';
import { currencyOfText } from '../../../../mapping/values/amounts/read-amounts.js';
import { amountFigure } from '../../profile/amount-figure.js';
import { stampFormOf } from '../../profile/date-texts.js';
import { floorParting } from '../../profile/floor-texts.js';
import { saysFloors, saysRooms, saysRoomSums } from './worded-counts.js';
import { areaFigure } from '../../profile/area-figure.js';
import { isCoded, offersMax } from './coded-columns.js';
import * as lists from '../../words/word-lists.js';

/** How well values fit a concept. `fit`: from 0 (not at all) to 1. `alone`: the evidence of the values without a matching name. */
export interface Fit {
  fit: number;
  alone: number;
}

/** Judges how well a field's values fit a concept. @param shape of the field @param records number of sample records */
export function fitOf(concept: Concept, field: FieldProfile, shape: Shape, records: number): Fit {
  const known = fits.get(field) ?? new Map<string, Fit>();
  fits.set(field, known);
  const question = `${concept} ${records}`;
  const found = known.get(question) ?? judged(concept, field, shape, records);
  known.set(question, found);
  return found;
}

/** Fits by concept and number of records: each concept is compared with all others of a field's names. */
const fits = new WeakMap<FieldProfile, Map<string, Fit>>();

function judged(concept: Concept, field: FieldProfile, shape: Shape, records: number): Fit {
  if (single.has(concept) && isListed(field)) return fit(0);
  // Only tables translate codes into the words of a legend.
  if (field.codes !== undefined && !translated.has(concept)) return fit(0);
  if (field.disputed === true && !asked.has(concept)) return fit(0);
  const judge = judges[concept];
  return judge ? judge(field, shape, records) : { fit: shape.links > 0.5 ? 0.3 : 1, alone: 0 };
}

/** Concepts of which a listing has one value. */
const single: ReadonlySet<Concept> = new Set<Concept>([
  ...(['price', 'rent', 'area', 'plot_area', 'rooms', 'bedrooms', 'bathrooms', 'floor'] as const),
  ...(['total_floors', 'year_built', 'lat', 'lng'] as const),
]);

/** Concepts whose words are looked up in a table. */
const translated: ReadonlySet<Concept> = new Set<Concept>([
  ...(['transaction', 'category', 'heating', 'condition', 'furnished', 'building_group', 'city'] as const),
  ...(['floor', 'registered', 'elevator', 'parking', 'garage', 'balcony', 'terrace', 'basement'] as const),
  'air_conditioning',
]);

/** Concepts whose codes are asked where nothing says what they mean. */
const asked: ReadonlySet<Concept> = new Set<Concept>(['transaction', 'category']);

/** Whether many records have several different values, as the rooms of a home have areas. */
function isListed({ values }: FieldProfile): boolean {
  const lists = [...values.values()].filter((texts) => new Set(texts).size > 1);
  return lists.length > values.size * 0.2;
}

const kindsMax = 20;

type Judge = (field: FieldProfile, shape: Shape, records: number) => Fit;

function fit(value: number, alone = 0): Fit {
  return { fit: value, alone };
}

/** A judge by a word list. If the list knows most words, they are evidence even without a matching name. */
function byWords(list: lists.WordList, needsNoName: number, unknownWorth = 0.5): Judge {
  return (field, shape) => {
    if (shape.links > 0.2 || shape.dates > 0.5 || shape.length > 60) return fit(0.1);
    const known = knownShare(field, list);
    const isEnumeration = shape.distinct <= Math.max(8, shape.filled * 0.5);
    const worth = known.share >= 0.5 ? 1 : known.share > 0 ? 0.8 : shape.figures > 0.8 ? 0.3 : unknownWorth;
    const whole = known.telling >= 0.6 ? needsNoName * known.telling : 0;
    // `flatRent`, `Residenziale/Appartamento`: the word is a part of each value.
    const within = known.share >= 0.9 && shape.words > 0.9 && shape.length < 45 ? needsNoName * 0.7 : 0;
    // Several names of record elements distinguish kinds of records.
    const byElement =
      field.path === 'name()' && shape.distinct > 1 && known.share >= 0.3 ? needsNoName * 0.8 : 0;
    return fit(
      worth * (isEnumeration ? 1 : 0.8),
      isEnumeration || byElement > 0 ? Math.max(whole, within, byElement) : 0,
    );
  };
}

const wholeMin = 3;
/** As many different words show what a column is about. */
const wordsMax = 300;

/** Shares of the records whose value a list knows: in any way (`share`), and by a whole distinctive word (`telling`). */
function knownShare(field: FieldProfile, list: lists.WordList): { share: number; telling: number } {
  let share = 0;
  let telling = 0;
  let whole = 0;
  let all = 0;
  for (const [value, count] of [...field.distinct].slice(0, wordsMax)) {
    all += count;
    const finding = lists.lookUp(value, list);
    if (finding === null) continue;
    share += count;
    if (finding.sure === 1 && finding.target !== null) whole += 1;
    if (
      finding.sure === 1 &&
      finding.target !== null &&
      value.length > 2 &&
      !/^(true|false|yes|oui|non|nein)$/i.test(value)
    )
      telling += count;
  }
  if (all === 0) return { share: 0, telling: 0 };
  // Abbreviations tell as well where every word of several is one of the list: `CG`, `TA peć`, `Gas`.
  const isWhole = whole >= wholeMin && whole === field.distinct.size && telling >= all * 0.5;
  return { share: share / all, telling: isWhole ? 1 : telling / all };
}

/** As another judge, but codes whose meaning can be asked fit too. */
function orCoded(judge: Judge, most: number): Judge {
  return (field, shape, records) => {
    const { fit: worth, alone } = judge(field, shape, records);
    return fit(isCoded(field, shape, records, most) ? Math.max(worth, 0.5) : worth, alone);
  };
}

function figuresWithin(
  least: number,
  most: number,
  alone = 0,
  figureOf: (text: string) => number | null = roughFigure,
): Judge {
  return (field, shape) => {
    const isFigures =
      shape.figures >= 0.5 || (figureOf !== roughFigure && readableShare(field, figureOf) >= 0.5);
    if (!isFigures || shape.dates > 0.3) return fit(0.1);
    let within = 0;
    let all = 0;
    for (const [text, count] of field.distinct) {
      const figure = figureOf(text);
      if (figure === null || figure === 0) continue;
      all += count;
      if (figure >= least && figure <= most) within += count;
    }
    const share = all === 0 ? 0.3 : within / all;
    return fit(share > 0.8 ? 1 : share * 0.7, share > 0.95 && all > 0 ? alone : 0);
  };
}

/** What stands beside the figures of a column, such as currencies. */
function besideFigures({ distinct }: FieldProfile): string[] {
  const beside = [...distinct.keys()].map((text) => figureParts(text)?.beside ?? '');
  return [...new Set(beside)].filter(Boolean);
}

/** As many values show what all are. */
const titlesMax = 50;

/** Whether most values name a kind of property or a size, as titles do and streets do not. */
function areTitles({ distinct }: FieldProfile): boolean {
  const texts = [...distinct.keys()].slice(0, titlesMax);
  const told = texts.filter(
    (text) =>
      text.includes(' ') && (/\d\s?m[2²]/i.test(text) || lists.lookUp(text, lists.categories) !== null),
  );
  return told.length > texts.length * 0.5;
}

const streetAndNumber =
  /^(?:\p{L}[\p{L}\s.,'’-]{3,}\s\d{1,4}\s?\p{L}?(?:\/\d+\p{L}?)?|\d{1,4}\p{L}?,?\s\p{L}[\p{L}\s.'’-]{4,})$/u;
const streetsMin = 4;

/** Whether most values are several streets with house numbers. */
function areStreets({ distinct }: FieldProfile): boolean {
  const texts = [...distinct.keys()].slice(0, titlesMax);
  const streets = texts.filter((text) => text.length <= 60 && streetAndNumber.test(text));
  const names = new Set(streets.map((text) => text.replace(/[\d/]+\p{L}?/gu, '').trim()));
  return streets.length >= texts.length * 0.8 && names.size >= streetsMin;
}

/** The share of the distinct values in which a figure can be read. */
function readableShare({ distinct }: FieldProfile, figureOf: (text: string) => number | null): number {
  const texts = [...distinct.keys()];
  return texts.filter((text) => figureOf(text) !== null).length / Math.max(1, texts.length);
}

const yearsMin = 3;

/** Whether all values are years in which homes were built: no column of areas lies between 1850 and 2040 alone. */
function areYears({ distinct }: FieldProfile): boolean {
  const texts = [...distinct.keys()].filter((text) => text !== '0');
  return texts.length >= yearsMin && texts.every((text) => /^(?:18[5-9]|19\d|20[0-3])\d$/.test(text));
}

const coordinates =
  (least: number, most: number): Judge =>
  (field, shape) => {
    const texts = [...field.distinct.keys()];
    const exact = texts.filter((text) => /^-?\d{1,3}[.,]\d{4,}$/.test(text)).length;
    const points = texts.map((text) => Number(text.replace(',', '.')));
    const inRange = points.every((point) => point >= least && point <= most);
    const share = exact / Math.max(1, shape.distinct);
    return fit(inRange ? (share > 0.3 ? 1 : 0.7) : 0, share > 0.9 && inRange && shape.distinct > 1 ? 0.5 : 0);
  };

const flag: Judge = (field, shape) =>
  fit(
    shape.flags > 0.7 || pairOfFlags(field) !== null ? 1 : shape.words > 0.8 && shape.links < 0.2 ? 0.6 : 0.2,
  );

/** As `flag`, and texts that name the fact or take it back fit too. */
function fact(feature: Feature): Judge {
  return (field, shape, records) => {
    const texts = [...field.distinct.keys()].slice(0, wordsMax);
    const told = texts.filter((text) => flagOf(text) !== null || featureIn(text, feature) !== null);
    return told.length > texts.length * 0.6 ? fit(1) : flag(field, shape, records);
  };
}

const name: Judge = (_field, shape) =>
  fit(
    shape.links > 0.2 || shape.dates > 0.3 || shape.flags > 0.6 || shape.length > 120
      ? 0.05
      : shape.words > 0.6
        ? 1
        : 0.3,
  );

/** As `name`, but no column of words for heating is one of places: `Gr.` is a town in one sheet and the heating in another. */
function place(field: FieldProfile, shape: Shape, records: number): Fit {
  const texts = [...field.distinct.keys()].slice(0, wordsMax);
  const isHeating = texts.length > 1 && texts.every((text) => lists.lookUp(text, lists.heatings)?.sure === 1);
  return isHeating ? fit(0.05) : name(field, shape, records);
}

const date: Judge = (field, shape) =>
  stampFormOf([...field.distinct.keys()]) === null
    ? fit(shape.dates > 0.6 ? 1 : 0, shape.dates > 0.9 ? 0.3 : 0)
    : fit(1);

/** The address of an ad stands in one record, that of a search or of the agency in many. */
const ownLink: Judge = (field, shape, records) => {
  const isShared = shape.filled >= sharedMin && shape.distinct < shape.filled * 0.6;
  return isShared ? fit(0) : link(field, shape, records);
};
const sharedMin = 4;

const link: Judge = (_field, shape) =>
  fit(shape.pictures >= 0.7 ? 0 : shape.links > 0.6 ? 1 : shape.links > 0.2 ? 0.4 : 0);

const judges: Partial<Record<Concept, Judge>> = {
  id: (_field, shape, records) => {
    const isWhole = shape.filled >= records * 0.98;
    const isUnique = shape.distinct >= shape.filled * 0.98;
    if (shape.dates > 0.5 || shape.longest > 120 || shape.emails > 0.2) return fit(0.05);
    // Remarks and sums below a sheet have no id.
    if (!isWhole) return fit(isUnique && shape.filled >= records * 0.9 ? 0.55 : 0.2);
    const spaces = shape.length > 30 && shape.links < 0.5 ? 0.5 : 1;
    if (!isUnique && shape.distinct >= shape.filled * 0.5) return fit(0.55);
    return fit(
      isUnique ? spaces * (shape.links > 0.5 ? 0.6 : 1) : 0.25,
      isUnique && records > 2 && shape.length >= 4 && shape.longest <= 40 ? 0.4 : 0,
    );
  },
  code: (_field, shape) => fit(shape.dates > 0.5 || shape.links > 0.2 || shape.longest > 60 ? 0 : 1),
  updated: date,
  created: date,
  transaction: orCoded(byWords(lists.transactions, 0.75, 0.2), offersMax),
  category: orCoded(byWords(lists.categories, 0.75, 0.35), kindsMax),
  heating: (field, shape, records) => {
    const { fit: worth, alone } = byWords(lists.heatings, 0.6)(field, shape, records);
    // One word for all records may be about anything: `ETAGE` is a kind of flat as well.
    return fit(worth, shape.distinct > 1 ? alone : 0);
  },
  condition: byWords(lists.conditions, 0),
  furnished: byWords(lists.furnishings, 0),
  building_group: byWords(lists.buildingGroups, 0),
  title: (field, shape) => {
    // `Flat 12` reads like a figure with its unit, and is a title.
    if (shape.links > 0.2 || (shape.figures > 0.5 && shape.words < 0.5) || shape.dates > 0.5)
      return fit(0.05);
    if (areStreets(field) && !areTitles(field)) return fit(0.2);
    const worth =
      shape.length >= 10 && shape.length <= 160
        ? 1
        : shape.length > 160
          ? 0.3
          : shape.length >= 4
            ? 0.7
            : 0.3;
    const varied = shape.distinct / Math.max(1, shape.filled);
    const isText = shape.length >= 15 && shape.length <= 100 && shape.words > 0.95;
    // Texts that name what is offered are titles under any name.
    const isOffer = isText && varied > 0.5 && areTitles(field);
    const alone = isOffer ? 0.6 : isText && varied > 0.8 ? 0.35 : 0;
    return fit(worth * (varied > 0.3 || shape.filled < 4 ? 1 : 0.6), alone);
  },
  description: (field, shape) => {
    if (shape.links > 0.2 || shape.figures > 0.3) return fit(0.05);
    const worth = shape.length > 120 ? 1 : shape.length > 20 ? 0.85 : shape.length > 12 ? 0.7 : 0.4;
    const alone = shape.length > 150 && shape.words > 0.9 ? 0.7 : shape.length > 60 ? 0.35 : 0;
    // Several texts of a record may be those of its rooms.
    const share = isListed(field) ? 0.5 : 1;
    return fit(worth * share, alone * share);
  },
  price: (field, shape, records) => {
    const { fit: worth } = figuresWithin(10, 500_000_000, 0, amountFigure)(field, shape, records);
    const isLikely =
      shape.figures > 0.9 &&
      shape.median >= 5_000 &&
      shape.greatest < 1e9 &&
      shape.distinct > shape.filled * 0.5;
    const written = besideFigures(field);
    if (written.some((text) => currencyOfText(text) === null)) return fit(worth);
    return fit(worth, !isLikely ? 0 : written.length > 0 ? 0.6 : shape.integers > 0.7 ? 0.45 : 0.33);
  },
  rent: figuresWithin(10, 100_000, 0, amountFigure),
  currency: (field) => {
    const texts = [...field.distinct.keys()];
    const known = texts.filter((text) => text.length < 20 && currencyOfText(text) !== null).length;
    // Words that nothing knows are asked about, where the name says that they are currencies.
    const isShort = texts.length <= 8 && texts.every((text) => text.length <= 8 && !/\d{2}/.test(text));
    // Two letters are as well those of a country, a town or a unit: `RS`, `KM`.
    const isSure = known > 0 && texts.every((text) => !/^\p{L}{2}$/u.test(text));
    return fit(known > 0 ? 1 : isShort ? 0.6 : 0, known === texts.length && isSure ? 0.5 : 0);
  },
  period: byWords(lists.periods, 0.4),
  unit: (field, shape, records) => {
    const isOfMoney = [...field.distinct.keys()].every((text) => currencyOfText(text) !== null);
    return isOfMoney ? fit(0) : byWords(lists.areaUnits, 0.4)(field, shape, records);
  },
  area: (field, shape, records) => {
    if (areYears(field)) return fit(0.1);
    const { fit: worth } = figuresWithin(5, 100_000, 0, areaFigure)(field, shape, records);
    const isLikely =
      shape.figures > 0.95 &&
      shape.median >= 25 &&
      shape.median <= 300 &&
      shape.distinct > shape.filled * 0.4 &&
      shape.greatest < 20_000;
    return fit(worth, isLikely ? 0.4 : 0);
  },
  plot_area: figuresWithin(0.01, 10_000_000, 0, areaFigure),
  rooms: (field, shape, records) => {
    if (saysRoomSums(field) || saysRooms(field)) return fit(1);
    const { fit: worth } = figuresWithin(0.5, 30)(field, shape, records);
    const isLikely =
      shape.integers > 0.95 &&
      shape.median >= 1 &&
      shape.median <= 6 &&
      shape.greatest <= 30 &&
      shape.distinct >= 4;
    return fit(worth, isLikely ? 0.36 : 0);
  },
  bedrooms: figuresWithin(0.5, 30),
  bathrooms: figuresWithin(0.5, 30),
  total_floors: figuresWithin(1, 120),
  floor: (field, shape) =>
    fit(
      shape.longest > 40 || shape.links > 0
        ? 0.05
        : floorParting(field) !== null ||
            saysFloors(field) ||
            (shape.figures > 0.3 && Math.abs(shape.greatest) <= 200)
          ? 1
          : shape.words > 0.3 && shape.distinct < 40
            ? 0.7
            : 0.2,
    ),
  year_built: figuresWithin(1500, 2040, 0.3),
  lat: coordinates(-90, 90),
  lng: coordinates(-180, 180),
  city: place,
  municipality: place,
  neighbourhood: place,
  address: (field, shape, records) => {
    const { fit: worth } = name(field, shape, records);
    if (areTitles(field)) return fit(worth * 0.3);
    return fit(worth, areStreets(field) ? 0.5 : 0);
  },
  house_number: (_field, shape) => fit(shape.length <= 10 ? 1 : 0.1),
  photos: (_field, shape) =>
    fit(shape.pictures > 0.5 ? 1 : shape.links > 0.8 ? 0.75 : 0, shape.pictures > 0.7 ? 0.8 : 0),
  video: link,
  virtual_tour: link,
  url: ownLink,
  elevator: fact('elevator'),
  parking: fact('parking'),
  garage: fact('garage'),
  balcony: fact('balcony'),
  terrace: fact('terrace'),
  basement: fact('basement'),
  air_conditioning: fact('air_conditioning'),
  registered: flag,
  available: date,
  amenities: (field, shape) =>
    fit(shape.words > 0.6 && shape.links < 0.1 && (field.most > 1 || shape.length < 80) ? 1 : 0.2),
  agent_email: (_field, shape) => fit(shape.emails > 0.6 ? 1 : 0, shape.emails > 0.9 ? 0.6 : 0),
  caption: (_field, shape) => fit(shape.links > 0.1 ? 0 : 1),
};
