import type { FeedFindingCode, FindingCode } from '../../model/quality-finding.js';
import type { ProblemCode } from '../../model/outcome.js';

/** What the author of the mapping can do about a finding, in terms of the mapping language. @param value see `advice` */
export function adviceFor(
  code: FindingCode,
  { pointer, value }: { pointer: string; value?: string },
): string {
  const field = pointer.slice(1).replaceAll('/', '.');
  if (code.startsWith('repaired_')) return repairAdvice;
  if (code.startsWith('doubt_')) return decided;
  // A store of another release may hold codes that this one does not know.
  return isKnown(code)
    ? advice[code](field, value ?? '')
    : 'Look at the samples with `feedsync explain`, and ask the agency.';
}

function isKnown(code: FindingCode): code is keyof typeof advice {
  return Object.hasOwn(advice, code);
}

/** Values that the content guard holds are decided one by one, or all of a rule at once. */
const decided =
  '`feedsync holds` shows what waits: confirm what is right with `feedsync confirm`, and have the rest corrected in the agency’s software or the mapping.';
/** Repairs need nothing here: they are shown so that the maker of the export can correct it. */
const repairAdvice = 'It is repaired. Ask the maker of the export to correct it.';

/** The advice by code of the finding, for the field and a value: a photo URL, or the names of query keys. */
const advice: Readonly<Record<ProblemCode | FeedFindingCode, (field: string, value: string) => string>> = {
  area_unit: (field) =>
    `Ask the agency which unit it writes. Until then, under \`${field}\`: refuse: { when: value > 50000, why: The unit is doubtful. }, or times: where all are in another unit.`,
  partner_asked: (field) =>
    `Find out the answer, and write it under \`constants:\` of the feed: { ${field}: … } in place of ask_partner.`,
  amount_from: () => 'Confirm the amount, or ask the agency to write the one that is to be shown, alone.',
  amount_unclear: () =>
    'Ask the agency to export one amount, or name the column that has it: `price.amount: { from: …, amount: 1 }`.',
  currency_not_taken: () =>
    'Ask the agency to export prices in EUR or RSD. If the file has such a column too, name it first under `price.amount`: feedsync knows no exchange rates.',
  currency_unclear: () =>
    'Ask the agency what the word means, and add it to the table that `amount: { currency: { table: … } }` names.',
  coordinates_zero: () => 'Under `location.lat` and `location.lng`: nulls: [0].',
  coordinates_swapped: () => 'Exchange the paths of `location.lat` and `location.lng` in the mapping.',
  coordinates_far: () =>
    'Look whether the place or the coordinates are wrong; leave out `location.lat` and `location.lng` where these are.',
  text_double_encoded: (field) => `Under \`${field}\`, or for the whole mapping: repair: double_utf8.`,
  text_double_escaped: (field) => `Under \`${field}\`, or for the whole mapping: entities: twice.`,
  contacts_in_text: (field) => `Under \`${field}\`: strip_contacts: true.`,
  photo_placeholder: () => 'Under `photos`: skip: [ a part of its name ].',
  photos_lost: () =>
    'Look with `feedsync explain` at what the feed says of photos now: a column may have a new name, or its addresses may be unusable. Ask the agency.',
  photo_shared: (_field, value) => `Under \`photos\`: skip: [${JSON.stringify(lastPart(value))}].`,
  property_twice: () => 'Ask the agency to delete one of the two ads: the portal shows both to visitors.',
  property_renumbered: () =>
    'Ask the agency to keep the number of an ad. A hold of the file offers `--rekey`, which continues listings under their new ids.',
  dates_of_export: () =>
    'Leave `updated_at` out of the mapping: feedsync tells changes by the content, and dates them itself.',
  photo_token: (_field, value) =>
    `Nothing has to be done. If a photo that was replaced is not sent, or to state it for good, under \`photos\`: identity: { drop_query: [${value}] }, and photos: { check: daily } for the feed.`,
  answer_missing: (field) =>
    `Only the agency knows: its answer goes under \`answers:\` or \`constants:\` of the feed (\`${field}\`).`,
  attribute_misfit: (field) => `Under \`${field}\`: bool:, or words that the portal knows.`,
  attribute_not_applicable: () => 'Nothing has to be done: the portal shows it for other categories.',
  attribute_unknown: () => 'Correct its name under `attributes`: `feedsync vocabularies` lists them.',
  bad_date: (field) => `Under \`${field}\`: date: the form in which the feed writes it.`,
  bad_email: (field) => `Ask the agency to correct it, or leave \`${field}\` out of the mapping.`,
  bad_number: (field) =>
    `Look at the samples: under \`${field}\` another path, decimal:, or nulls: [ what stands for no value ].`,
  bad_text: () =>
    'State the encoding of the file under `format`, or ask the maker of the export to correct it.',
  condition_failed: () => 'Correct the condition: it compares values of kinds that do not fit.',
  duplicate_external_id: () => ownId,
  duplicate_id: () => ownId,
  duplicate_photo_url: () => 'Ask the maker of the export to name each photo once.',
  fallback_used: (field) => `Nothing has to be done, unless another path of the feed has ${field}.`,
  field_dropped: (field) =>
    `Nothing has to be done where it does not belong to such a listing. Else look under \`${field}\` for the value that the portal takes.`,
  id_conflict: () => 'Give one of the feeds an `id_prefix`, or have the listing removed from one of them.',
  id_reused: () => 'Ask the agency to give a new property a new id.',
  ignored: () => 'Nothing has to be done: the mapping says so under `ignore:`.',
  invalid_enum: (field) => `Under \`${field}\`: a table with keys of the portal.`,
  invalid_format: (field) => `Look under \`${field}\` at the path and the form of the value.`,
  invalid_type: (field) => `Look under \`${field}\` at the path and the kind of the value.`,
  kept: () => 'Nothing has to be done: the mapping says so under `keep:`.',
  link_dropped: (field) =>
    `Ask the agency for an address that begins with https:, or leave out \`${field}\`.`,
  photo_dropped: () =>
    'Look at the samples with `feedsync explain`: under `photos` another path, or skip: where they are no photos.',
  place_ambiguous: () =>
    'Add the municipality or the town to `location.place_id`, or name the place under `tables:`.',
  place_unknown: () =>
    '`feedsync unmapped` lists the names with places that are alike: paste them under `tables:`.',
  placeholder_figure: () =>
    'Ask the agency to enter the price, or words such as “po dogovoru” where it is on request.',
  record_failed: () => 'Run `feedsync explain` for a sample and report the record to the makers of feedsync.',
  record_too_costly: () => 'Simplify the conditions and patterns of the mapping.',
  rent_per_week: () => 'Confirm the rents, or ask the agency for the rent of a month.',
  rent_per_day: () => 'Confirm the rents, or ask the agency for the rent of a month.',
  required: (field) =>
    `Look under \`${field}\` for another path of the feed. If the feed does not have it, the agency has to enter it.`,
  shortened_id: () => 'Ask the agency to export ids as text: the digits are lost in the file.',
  text_cut: (field) => `Nothing has to be done, unless \`${field}\` reads more than it should.`,
  too_big: (field) => `Look at the unit of \`${field}\`: times:, or refuse: where the feed writes nonsense.`,
  too_small: (field) => `Look at the unit of \`${field}\`: times:, or nulls: [0] where 0 means none.`,
  unclear_column: () => 'Write in the mapping which of the columns it is, exactly as the file names it.',
  unknown_field: (field) => `Leave \`${field}\` out of the mapping.`,
  unknown_place: () => '`feedsync places` finds the places of the portal.',
  unmapped_word: () => '`feedsync unmapped` lists the words with suggestions: paste them under `tables:`.',
  unreadable: () => 'The file is damaged there. Ask the maker of the export to correct it.',
  value_refused: (field) => `Nothing has to be done, unless refuse: under \`${field}\` refuses too much.`,
  photo_urls_change: (_field, value) => `Under \`photos\`: identity: { drop_query: [${value}] }.`,
};

/** For ids that stand twice. */
const ownId =
  'Ask the agency to give each ad an id of its own, or name in the mapping what tells them apart.';

function lastPart(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}
