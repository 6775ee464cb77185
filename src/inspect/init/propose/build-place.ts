import { rule, rulesOf, type MappingDraft } from './draft.js';
import type { Candidate } from './candidate.js';
import type { Matches } from './match-fields.js';

/** Adds town, street and coordinates. */
export function buildPlace(draft: MappingDraft, matches: Matches): void {
  const { best } = matches;
  const town =
    best.get('city') ?? best.get('municipality') ?? best.get('neighbourhood') ?? best.get('address');
  buildCoordinates(draft, best);
  draft.tables.place = { places: true };
  const title = best.get('title');
  if (town === undefined && title === undefined)
    draft.miss('location.place_id', 'No field holds the town. Without it no listing can be published.');
  else if (town === undefined) {
    const why =
      'No field holds the town; the title may name it, if the table "place" maps its words to towns.';
    draft.miss('location.place_id', why, { city: title?.field.path ?? '', table: 'place' });
  } else putTown(draft, matches, town);
  buildAddress(draft, best, best.get('address'), town ?? title);
}

function putTown(draft: MappingDraft, { best, all }: Matches, town: Candidate): void {
  const others = (all.get('city') ?? []).filter((one) => one !== town && one.score >= 0.8).slice(0, 2);
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

/** Whether one value holds town and quarter: `Beograd, Opština Palilula, Hadžipopovac`. */
function isComposite({ field }: Candidate): boolean {
  const texts = [...field.distinct.keys()];
  return texts.filter((text) => text.split(',').length >= 2).length > texts.length * 0.6;
}

function buildAddress(
  draft: MappingDraft,
  best: Matches['best'],
  street: Candidate | undefined,
  town: Candidate | undefined,
): void {
  const quarter = best.get('neighbourhood');
  const number = best.get('house_number');
  const rules: unknown[] = [];
  if (street !== undefined && number !== undefined && number.score >= 0.6)
    rules.push({ template: `{${street.field.path}}[ {${number.field.path}}]` });
  else if (street !== undefined) rules.push(street.field.path);
  else if (town !== undefined && isComposite(town))
    rules.push({ from: town.field.path, match: '^(?:[^,]+,\\s*){2}(.+)$' });
  if (quarter !== undefined && quarter.field.path !== street?.field.path)
    rules.push({ from: quarter.field.path, fallback: 'The feed has no street, so the quarter is used.' });
  if (town !== undefined && town.field.path !== street?.field.path)
    rules.push({ from: town.field.path, fallback: 'The feed has no street, so the town is used.' });
  const lead = street ?? quarter ?? town;
  if (lead === undefined) draft.miss('location.address_line', 'No field holds a street or a quarter.');
  else {
    const doubt = street === undefined ? 'No field holds the street; the quarter or the town is used.' : null;
    draft.put('location.address_line', rulesOf(rules), lead, doubt);
  }
  if (quarter !== undefined && quarter.score >= 0.6)
    draft.put('location.neighbourhood', quarter.field.path, quarter);
}

function buildCoordinates(draft: MappingDraft, best: Matches['best']): void {
  const [lat, lng] = [best.get('lat'), best.get('lng')];
  if (lat === undefined || lng === undefined || lat.field.path === lng.field.path) return;
  const decimal = [...lat.field.distinct.keys()].some((text) => text.includes(',')) ? ',' : '.';
  draft.values.latitude = { from: lat.field.path, number: { decimal } };
  draft.values.longitude = { from: lng.field.path, number: { decimal } };
  const doubt = lat.byName ? null : 'Latitude and longitude are distinguished only by their order.';
  // Software writes 0/0, a point in the ocean, for "unknown".
  const when = 'latitude != null && longitude != null && !(latitude == 0 && longitude == 0)';
  draft.put('location.lat', rule('$latitude', { when }), lat, doubt);
  draft.put('location.lng', rule('$longitude', { when: "mapped('location.lat') != null" }), lng, doubt);
}
