import type { Concept } from '../../words/concepts.js';
import type { Candidate } from './candidate.js';
import type { FieldProfile } from '../../profile/profile.js';
import type { Shape } from '../../profile/shapes.js';
import { currencyOfText } from '../../../../mapping/values/amounts/read-amounts.js';

const streets =
  /\b(rue|avenue|av|bd|boulevard|place|chemin|allee|impasse|route|street|road|lane|str|strasse|stra[sß]e|gasse|weg|ulica|ul|bulevar|trg|via|viale|piazza|calle|avenida|straat)\b/iu;

/** A column without a name. */
interface Column {
  number: number;
  field: FieldProfile;
  shape: Shape;
}

/**
 * Candidates among columns without names by their position: the town beside its post code, the street near both, the price before its
 * currency.
 */
export function fromNeighbours(
  fields: readonly FieldProfile[],
  shapes: ReadonlyMap<FieldProfile, Shape>,
  records: number,
): Candidate[] {
  const columns = new Map<number, Column>();
  for (const field of fields) {
    const number = /^#(\d+)$/.exec(field.path)?.[1];
    const shape = shapes.get(field);
    if (number !== undefined && shape) columns.set(Number(number), { number: Number(number), field, shape });
  }
  if (columns.size === 0) return [];
  const found: Candidate[] = [];
  const add = (concept: Concept, column: Column | undefined, score: number): void => {
    if (column) found.push({ concept, field: column.field, shape: column.shape, score, byName: false });
  };
  const place = placeColumns(columns, records);
  if (place) {
    add('city', place.town, 0.6);
    add('address', place.street, 0.55);
  }
  add('price', priceBeforeCurrency(columns), 0.5);
  return found;
}

function placeColumns(
  columns: ReadonlyMap<number, Column>,
  records: number,
): { town: Column; street: Column | undefined } | null {
  const codes = [...columns.values()].filter(
    ({ field, shape }) =>
      shape.filled > records * 0.6 && [...field.distinct.keys()].every((text) => /^\d{4,5}$/.test(text)),
  );
  const places = codes.flatMap((code) => {
    const near = (by: number): Column | undefined => columns.get(code.number + by);
    const town = [near(1), near(-1)].find((column) => isTown(column, code));
    if (!town) return [];
    const around = [3, 2, -1, -2, -3, 4]
      .map(near)
      .filter((column) => column !== undefined && column !== town);
    const street =
      around.find((column) => column !== undefined && share(column, (text) => streets.test(text)) > 0.3) ??
      around.find((column) => column !== undefined && column.shape.words > 0.8 && column.shape.length >= 8);
    const isAgency = [...Array(13).keys()].some((step) => isContact(near(step - 6)));
    const variety =
      code.shape.distinct / Math.max(1, code.shape.filled) +
      town.shape.distinct / Math.max(1, town.shape.filled);
    return [{ town, street, worth: variety - (isAgency ? 0.5 : 0) - code.number / 10_000 }];
  });
  return places.sort((a, b) => b.worth - a.worth)[0] ?? null;
}

function isTown(column: Column | undefined, code: Column): column is Column {
  if (!column || column.shape.filled < code.shape.filled * 0.8) return false;
  return (
    column.shape.words > 0.9 &&
    column.shape.length >= 3 &&
    column.shape.length <= 30 &&
    share(column, (text) => /\d/.test(text)) < 0.2
  );
}

function isContact(column: Column | undefined): boolean {
  return (
    column !== undefined &&
    (column.shape.emails > 0.5 || share(column, (text) => /^[+0][\d\s/.-]{6,}$/.test(text)) > 0.5)
  );
}

/** The first column of the run of numbers before a currency. */
function priceBeforeCurrency(columns: ReadonlyMap<number, Column>): Column | undefined {
  const currency = [...columns.values()].find(({ field }) =>
    [...field.distinct.keys()].every(
      (text) => text.length <= 4 && !/^\p{L}{2}$/u.test(text) && currencyOfText(text) !== null,
    ),
  );
  if (!currency) return undefined;
  let first: Column | undefined;
  for (let number = currency.number - 1; number > currency.number - 6; number--) {
    const column = columns.get(number);
    if (column && column.shape.figures > 0.9) first = column;
    else if (first !== undefined) break;
  }
  return first;
}

function share({ field, shape }: Column, test: (text: string) => boolean): number {
  let count = 0;
  for (const [text, times] of field.distinct) if (test(text)) count += times;
  return count / Math.max(1, shape.filled);
}
