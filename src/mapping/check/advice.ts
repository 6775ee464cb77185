/** What the author of the mapping can do about a finding, in terms of the mapping language. @param value see `advice` */
export function adviceFor(code: string, { pointer, value }: { pointer: string; value?: string }): string {
  const field = pointer.slice(1).replaceAll('/', '.');
  if (code.startsWith('repaired_')) return repairAdvice;
  return (
    (code.startsWith('doubt_') ? decided : advice[code]?.(field, value ?? '')) ??
    'Look at the samples with `feedsync explain`, and ask the agency.'
  );
}

/** Values that the content guard holds are decided one by one, or all of a rule at once. */
const decided =
  '`feedsync holds` shows what waits: confirm what is right with `feedsync confirm`, and have the rest corrected in the agency’s software or the mapping.';
/** Repairs need nothing here: they are shown so that the maker of the export can correct it. */
const repairAdvice = 'It is repaired. Ask the maker of the export to correct it.';

/** The advice by code of the finding, for the field and a value: a photo URL, or the names of query keys. */
const advice: Readonly<Record<string, (field: string, value: string) => string>> = {
  area_unit: (field) =>
    `Ask the agency which unit it writes. Until then, under \`${field}\`: refuse: { when: value > 50000, why: The unit is doubtful. }, or times: where all are in another unit.`,
  partner_asked: (field) =>
    `Find out the answer, and write it under \`constants:\` of the feed: { ${field}: … } in place of ask_partner.`,
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
  photo_urls_change: (_field, value) => `Under \`photos\`: identity: { drop_query: [${value}] }.`,
};

function lastPart(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}
