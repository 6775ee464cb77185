import { isPlanFile } from '../../../../mapping/values/photo-kinds.js';
import { fold } from '../../../../model/fold.js';
import type { FieldProfile } from '../../profile/profile.js';
import { readAmounts } from '../../../../mapping/values/amounts/read-amounts.js';
import { amountFigure } from '../../profile/amount-figure.js';
import { conceptsOf, isGrossName, strongName, wordsOf, type Concept } from '../../words/concepts.js';
import { Findings, type Figures, type Subject } from './relation-findings.js';
import { compareCounts } from './compare-counts.js';
import { partOffers } from './part-offers.js';
import { provePrices } from './price-per-area.js';
import { provePriceByOffer } from './price-by-offer.js';
import { timeOf } from './times.js';
import { proveUnnamed } from './unnamed-columns.js';

/** What columns say of each other. */
export interface Relations {
  ruledOut(field: FieldProfile, concept: Concept): boolean;
  proves(field: FieldProfile, concept: Concept): boolean;
}

/** Compares all columns with each other: a second sign beside their names. */
export function relationsOf(subjects: readonly Subject[], records: number): Relations {
  const findings = new Findings();
  const figures = figuresOf(subjects, records);
  provePrices(figures, findings);
  proveAreaByTexts(subjects, figures, findings);
  compareAreas(figures, findings);
  partOffers(figures, Math.min(records, comparedMax), findings);
  compareDates(subjects, findings);
  compareCounts(figures, findings);
  compareCoordinates(subjects, findings);
  provePriceByOffer(subjects, figures, findings, records);
  proveUnnamed(subjects, figures, findings, records);
  for (const subject of subjects) {
    if (namesPeople(subject)) findings.ruleOut(subject, 'all');
    if (isNoPhotoColumn(subject)) findings.ruleOut(subject, ['photos']);
  }
  return {
    ruledOut: (field, concept) =>
      (findings.rulings.get(field) ?? []).some(({ all, concepts }) => all !== concepts.has(concept)),
    proves: (field, concept) => findings.proofs.get(field)?.has(concept) === true,
  };
}

/** As many records show a relation as well as all. */
const comparedMax = 400;
const columnsMax = 40;

function figuresOf(subjects: readonly Subject[], records: number): Figures[] {
  return subjects
    .filter(
      ({ field, shape }) =>
        // A list over numbered columns has no one figure.
        !field.path.includes('<n>') &&
        (shape.figures > 0.9 || areAmounts(field)) &&
        shape.dates < 0.1 &&
        shape.filled >= records * 0.1,
    )
    .slice(0, columnsMax)
    .map((subject) => {
      const values = new Map<number, number>();
      for (const [record, [text = '']] of subject.field.values) {
        if (values.size >= comparedMax) break;
        const figure = amountFigure(text);
        if (figure !== null && figure !== 0) values.set(record, figure);
      }
      return { subject, values };
    });
}

const amountsMax = 50;

/** Whether the cells are amounts with words, such as a currency or a time: `390 € / mesec`. */
function areAmounts({ distinct }: FieldProfile): boolean {
  const texts = [...distinct.keys()].slice(0, amountsMax);
  const read = texts.filter((text) => readAmounts(text, { decimal: ',', thousands: '.' }).kind === 'amounts');
  return read.length > texts.length * 0.9;
}

const sizeInText =
  /(\d{1,4}(?:[.,]\d{1,2})?)\s*(?:m2|m²|kvm|qm|mq|sqm|кв\.?\s?м|kvadrata|m kvadrat)(?![\p{L}\d])/iu;
const mentionsMin = 5;
/** As many different sizes are the same in two columns only where both are the area. */
const sizesMin = 2;

/** A column is the area where texts name its figures as square metres. */
function proveAreaByTexts(
  subjects: readonly Subject[],
  figures: readonly Figures[],
  findings: Findings,
): void {
  const texts = subjects.filter(({ shape }) => shape.words > 0.9 && shape.length > 8);
  for (const { field } of texts) {
    const sizes = new Map<number, number>();
    for (const [record, [text = '']] of field.values) {
      const size = sizeInText.exec(text)?.[1];
      if (size !== undefined) sizes.set(record, Number(size.replace(',', '.')));
    }
    if (new Set(sizes.values()).size < sizesMin) continue;
    for (const { subject, values } of figures) {
      const both = [...sizes].flatMap(([record, size]) => {
        const value = values.get(record);
        return value === undefined ? [] : [Math.abs(value - size) < 1];
      });
      const isSame = both.filter(Boolean).length >= both.length * 0.9;
      if (both.length >= Math.max(sizesMin, sizes.size * 0.6) && isSame && !subject.isDecoy)
        findings.prove(subject, 'area');
    }
  }
}

/** Beside another area of the home, the one that counts walls is not its area: its name says so, and its figures are never smaller. */
function compareAreas(figures: readonly Figures[], findings: Findings): void {
  const areas = figures.filter(
    ({ subject: { field } }) => (conceptsOf(field.name).get('area') ?? 0) >= strongName,
  );
  const isGross = ({ subject }: Figures): boolean => isGrossName(subject.field.name);
  for (const gross of areas.filter(isGross))
    for (const net of areas.filter((one) => !isGross(one))) {
      const pairs = [...net.values].flatMap(([record, size]) => {
        const whole = gross.values.get(record);
        return whole === undefined ? [] : [size <= whole];
      });
      if (pairs.length >= areasMin && pairs.filter(Boolean).length >= pairs.length * 0.9)
        findings.ruleOut(gross.subject, ['area']);
    }
}

const areasMin = 3;

/** A name that may be that of any date. */
const bareDates: ReadonlySet<string> = new Set('date datum data fecha dates tarih ημερομηνια'.split(' '));

function isBareDate({ field }: Subject): boolean {
  return bareDates.has(wordsOf(field.name).join(''));
}

/**
 * A date that is before that of the creation in most records is no date of a change. One whose name may mean either is none where no other
 * column is that of the creation.
 */
function compareDates(subjects: readonly Subject[], findings: Findings): void {
  const dates = subjects.filter(({ shape }) => shape.dates > 0.9);
  // A date around the records is that of the file.
  const created = dates.find(
    ({ field, strong }) =>
      strong.includes('created') && !strong.includes('updated') && !field.path.startsWith('../'),
  );
  if (created === undefined) {
    for (const bare of dates.filter(isBareDate)) findings.ruleOut(bare, ['updated']);
    return;
  }
  for (const other of dates) {
    if (other === created) continue;
    const pairs = [...other.field.values].flatMap(([record, [text = '']]) => {
      const [first = ''] = created.field.values.get(record) ?? [];
      const [a, b] = [timeOf(text), timeOf(first)];
      return a === null || b === null ? [] : [a - b];
    });
    const earlier = pairs.filter((difference) => difference < 0).length;
    if (pairs.length >= mentionsMin && earlier > pairs.length * 0.5) findings.ruleOut(other, ['updated']);
  }
}

/**
 * Latitudes and longitudes of Europe, west of 34° E, so that the ranges do not overlap. Values beyond both decide nothing. Farther east a
 * longitude looks like a latitude: then no column has values of the other range, and names decide.
 */
const latitudes = [34, 72] as const;
const longitudes = [-25, 33.9] as const;

/** In most of Europe a coordinate shows by itself whether it is a latitude or a longitude. */
function compareCoordinates(subjects: readonly Subject[], findings: Findings): void {
  const found = subjects.map((subject) => ({ subject, concept: coordinateOf(subject) }));
  const isEast = !found.some(({ concept }) => concept === 'lng');
  for (const { subject, concept } of found) {
    if (concept === null || (isEast && subject.strong.includes('lng'))) continue;
    findings.ruleOut(subject, [concept === 'lat' ? 'lng' : 'lat']);
    findings.prove(subject, concept);
  }
}

function coordinateOf({ field }: Subject): 'lat' | 'lng' | null {
  const texts = [...field.distinct.keys()];
  const exact = texts.filter((text) => /^-?\d{1,2}[.,]\d{3,}$/.test(text));
  if (texts.length < 3 || exact.length < texts.length * 0.8) return null;
  const points = texts.map((text) => Number(text.replace(',', '.')));
  const within = ([least, most]: readonly [number, number]): boolean =>
    points.every((point) => point === 0 || (point >= least && point <= most));
  return within(latitudes) ? 'lat' : within(longitudes) ? 'lng' : null;
}

const people =
  /^(agen[ct]\w*|agence|agenzia|vlasnik\w*|investitor\w*|privat\w*|business|owner|broker|developer|makler|gewerblich|fizicko lice|pravno lice|firma|company|posrednik\w*|oglasivac|lastnik|sopstvenik|particulier|professionnel|particular|profesional|privato|proprietario|sobstvennik|zastrojscik|landlord|person|individual|banka|bank)$/;

/** Whether a column of few words says who advertises. */
function namesPeople({ field, shape }: Subject): boolean {
  if (shape.distinct > 12) return false;
  let known = 0;
  for (const [text, count] of field.distinct) if (people.test(fold(text))) known += count;
  return shape.filled > 0 && known >= shape.filled * 0.6;
}

/** A picture that stands in most records is a logo; an address may name a floor plan or a code. */
function isNoPhotoColumn({ field, shape }: Subject): boolean {
  if (shape.pictures < 0.5 || field.most > 1) return false;
  const most = Math.max(0, ...field.distinct.values());
  if (shape.filled >= mentionsMin && most > shape.filled * 0.5) return true;
  const texts = [...field.distinct.keys()];
  const named = texts.filter(
    (text) => isPlanFile(text) || /[/_.-](qr|qr-?codes?|logos?|avatars?)[/_.-]/i.test(text),
  );
  return named.length >= texts.length * 0.8;
}
