import { rule, rulesOf, type MappingDraft } from './draft/draft.js';
import { fold } from '../../../model/fold.js';
import type { Reference } from '../../../model/reference.js';
import { whyRecommended } from '../../../texts/proposal-words.js';
import type { Candidate } from './match/candidate.js';
import type { FieldProfile } from '../profile/profile.js';
import { townsAmong, townsIn } from './match/place-columns.js';
import type { Matches } from './match/match-fields.js';
import { coordinatePair } from './coordinate-pairs.js';
import { houseNumberBeside } from './house-number.js';
import { shapeOf } from '../profile/shapes.js';

/** What may say where listings lie, besides their fields. */
interface Around {
  /** The portal's places; null if they are not known. */
  reference: Reference | null;
  /** What is written above the table. */
  titles: readonly string[];
}

/** Adds town, street and coordinates. */
export function buildPlace(
  draft: MappingDraft,
  matches: Matches,
  fields: readonly FieldProfile[],
  around: Around,
): void {
  const { best } = matches;
  const town =
    best.get('city') ?? best.get('municipality') ?? best.get('neighbourhood') ?? townInAddress(best, around);
  buildCoordinates(draft, best, fields);
  draft.tables.place = { places: true, ...explainedTowns(town?.field) };
  if (town === undefined) askTown(draft, best.get('title'), around);
  else putTown(draft, matches, town);
  const street = best.get('address');
  const beside = street === undefined ? null : houseNumberBeside(street.field, fields);
  buildAddress(draft, best, { street, town, number: beside ?? numberField(best) });
}

/** The towns that codes mean, where the file explains them. */
function explainedTowns(field: FieldProfile | undefined): { words?: Record<string, string> } {
  return field?.codes === undefined ? {} : { words: Object.fromEntries(field.codes) };
}

/** Addresses in which a town stands beside the street. Of streets alone, each would be asked about as if it were a town. */
function townInAddress(best: Matches['best'], { reference }: Around): Candidate | undefined {
  const address = best.get('address');
  if (address === undefined) return undefined;
  return isComposite(address) || townsIn(address.field, reference).length > 0 ? address : undefined;
}

/** Asks for the town of a file that has no column for it. What titles name proves nothing, but may be recommended. */
function askTown(draft: MappingDraft, title: Candidate | undefined, { reference, titles }: Around): void {
  const inTitles = title === undefined ? [] : townsIn(title.field, reference);
  const above = townsAmong(titles, reference);
  const [first, ...others] = inTitles;
  const named = inTitles
    .slice(0, 3)
    .map(({ name }) => name)
    .join(', ');
  const advice =
    others.length === 0
      ? ''
      : ` Titles name ${named}: of a file with several towns, the maker of the software must add a column.`;
  const towns = new Map([...above, ...inTitles.map(({ name }) => name)].map((name) => [fold(name), name]));
  const [answer = ''] = towns.values();
  const reason = first === undefined ? whyRecommended.aboveTable : whyRecommended.inTitles(first.titles);
  const recommended = towns.size === 1 ? { answer, why: reason } : null;
  const why = `No field holds the town. One town is asked for all listings that name none.${advice}`;
  draft.open('location.place_id', why, null, recommended);
}

function putTown(draft: MappingDraft, { best, all }: Matches, town: Candidate): void {
  const others = (all.get('city') ?? [])
    .filter((one) => one !== town && one.score >= 0.8 && one.field.codes === undefined)
    .slice(0, 2);
  const municipality = best.get('municipality');
  const paths = [...new Set([town, ...others].map(({ field }) => field.path))];
  const within =
    municipality === undefined || paths.includes(municipality.field.path) ? null : municipality.field.path;
  const doubt = isComposite(town)
    ? `${town.field.path} holds several names, such as town and quarter: each is looked up.`
    : best.has('city')
      ? null
      : `Only ${town.field.path} may hold the town; check the samples.`;
  draft.put(
    'location.place_id',
    { city: rulesOf(paths), ...(within !== null && { municipality: within }), table: 'place' },
    town,
    doubt,
  );
}

/** Whether most values hold several names, such as town and quarter: `Beograd, Opština Palilula, Hadžipopovac`. */
function isComposite({ field }: Candidate): boolean {
  const texts = [...field.distinct.keys()];
  return texts.filter((text) => text.split(',').length >= 2).length > texts.length * 0.6;
}

function numberField(best: Matches['best']): FieldProfile | null {
  const number = best.get('house_number');
  return number === undefined || number.score < 0.6 ? null : number.field;
}

function buildAddress(
  draft: MappingDraft,
  best: Matches['best'],
  {
    street,
    town,
    number,
  }: { street: Candidate | undefined; town: Candidate | undefined; number: FieldProfile | null },
): void {
  const quarter = best.get('neighbourhood');
  const rules: unknown[] = [];
  if (street !== undefined && number !== null)
    rules.push({ template: `{${street.field.path}}[ {${number.path}}]` });
  else if (street !== undefined) rules.push(street.field.path);
  else if (town !== undefined && isComposite(town))
    rules.push({ from: town.field.path, match: '^(?:[^,]+,\\s*){2}(.+)$' });
  if (quarter !== undefined && quarter.field.path !== street?.field.path)
    rules.push({ from: quarter.field.path, fallback: 'The feed has no street, so the quarter is used.' });
  if (town !== undefined && town.field.codes === undefined && town.field.path !== street?.field.path)
    rules.push({ from: town.field.path, fallback: 'The feed has no street, so the town is used.' });
  const lead = street ?? quarter ?? town;
  if (lead === undefined || rules.length === 0)
    draft.miss('location.address_line', 'No field holds a street or a quarter.');
  else {
    const doubt = street === undefined ? 'No field holds the street; the quarter or the town is used.' : null;
    draft.put('location.address_line', rulesOf(rules), lead, doubt);
  }
  if (quarter !== undefined && quarter.score >= 0.6)
    draft.put('location.neighbourhood', quarter.field.path, quarter);
}

function buildCoordinates(draft: MappingDraft, best: Matches['best'], fields: readonly FieldProfile[]): void {
  const [lat, lng] = [best.get('lat'), best.get('lng')];
  if (lat === undefined || lng === undefined || lat.field.path === lng.field.path) {
    buildPair(draft, fields);
    return;
  }
  const decimal = [...lat.field.distinct.keys()].some((text) => text.includes(',')) ? ',' : '.';
  draft.values.latitude = { from: lat.field.path, number: { decimal } };
  draft.values.longitude = { from: lng.field.path, number: { decimal } };
  const doubt = lat.byName ? null : 'Latitude and longitude are distinguished only by their order.';
  putCoordinates(draft, lat, lng, doubt);
}

/** Coordinates that stand in one field. */
function buildPair(draft: MappingDraft, fields: readonly FieldProfile[]): void {
  const pair = coordinatePair(fields);
  if (pair === null) return;
  const { field, lat, lng } = pair;
  const read = (match: string): unknown => ({ from: field.path, match, number: { decimal: '.' } });
  draft.values.latitude = read(lat);
  draft.values.longitude = read(lng);
  const source = { concept: 'lat', field, shape: shapeOf(field), score: 0.9, byName: true } as const;
  putCoordinates(draft, source, source, null);
}

function putCoordinates(draft: MappingDraft, lat: Candidate, lng: Candidate, doubt: string | null): void {
  // Software writes 0/0, a point in the ocean, for "unknown".
  const when = 'latitude != null && longitude != null && !(latitude == 0 && longitude == 0)';
  draft.put('location.lat', rule('$latitude', { when }), lat, doubt);
  draft.put('location.lng', rule('$longitude', { when: "mapped('location.lat') != null" }), lng, doubt);
}
