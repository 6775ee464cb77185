import type { FieldProfile } from '../profile/profile.js';
import { stableIdRequest } from '../../../texts/proposal-words.js';
import { shapeOf } from '../profile/shapes.js';
import { readName, type Concept } from '../words/concepts.js';
import type { Candidate } from './match/candidate.js';
import { combinedIds, type KeyColumn } from './combined-ids.js';
import type { MappingDraft } from './draft/draft.js';
import type { Matches } from './match/match-fields.js';

/**
 * Chooses the record's id: a field that is unique and in every record, otherwise the best alternative.
 * @returns `made`: the columns among which those of a combined id were chosen; null: one field is the id
 */
export function buildId(
  draft: MappingDraft,
  { best, all }: Matches,
  fields: readonly FieldProfile[],
  whole: readonly KeyColumn[] | null,
): { made: readonly string[] | null } {
  const usable = (all.get('id') ?? []).filter(({ shape }) => isId(shape, draft.records));
  const [first] = usable;
  const named = first === undefined || isCounter(first.field) ? namedId(all, draft.records) : undefined;
  const id = named ?? first;
  if (id !== undefined) {
    const doubt = isCounter(id.field)
      ? `The ids run from ${firstText(id.field)} upwards in the file's order: if the export renumbers its rows each time, ids move to other listings. Compare two exports.`
      : null;
    draft.put('source_id', id.field.path, id, doubt);
    const codes = [best.get('code'), usable[1]]
      .filter(
        (one): one is Candidate => one !== undefined && one.field.path !== id.field.path && one.score >= 0.6,
      )
      .map(({ field }) => field.path);
    if (codes.length > 0) draft.top.codes = [...new Set(codes)];
    return { made: null };
  }
  const repeated = best.get('id');
  if (
    repeated?.byName === true &&
    repeated.shape.filled >= draft.records * 0.98 &&
    repeated.shape.distinct >= repeated.shape.filled * 0.5
  ) {
    const count = repeated.shape.filled - repeated.shape.distinct;
    const records = count === 1 ? 'One record repeats' : `${count} records repeat`;
    const doubt = `${records} the id of another: such listings wait.`;
    draft.put('source_id', repeated.field.path, repeated, doubt);
    return { made: null };
  }
  const link = best.get('url');
  if (link !== undefined && isUnique(link.shape, draft.records)) {
    const hasNumber = [...link.field.distinct.keys()].every((text) => /\d{3,}\/?$/.test(text));
    const doubt = 'The feed has no id field; the listing’s URL is used instead. It must never change.';
    const { path } = link.field;
    draft.put('source_id', hasNumber ? { from: path, match: '(\\d{3,})/?$' } : path, link, doubt, 0.6);
    return { made: null };
  }
  const code = codeColumn(fields, best, draft.records);
  if (code !== null) {
    const doubt = `Nothing says that ${code.path} is the id; its values look like codes, each of one record. They must never change.`;
    const shape = shapeOf(code);
    draft.put(
      'source_id',
      code.path,
      { concept: 'id', field: code, shape, score: 0.55, byName: false },
      doubt,
      0.55,
    );
    return { made: null };
  }
  return { made: buildMadeId(draft, best, fields, whole) };
}

/** Remarks and sums below a sheet have no id. */
const lastingShare = 0.9;

/** A column that is named as an id or a code, and counts no rows: a row that is deleted would move all ids below it. */
function namedId(all: Matches['all'], records: number): Candidate | undefined {
  return [...(all.get('id') ?? []), ...(all.get('code') ?? [])].find(
    ({ byName, field, shape: { filled, distinct, links } }) =>
      byName &&
      links < 0.5 &&
      !isCounter(field) &&
      filled >= records * lastingShare &&
      distinct >= filled * 0.98,
  );
}

function isId({ filled, distinct, links }: Candidate['shape'], records: number): boolean {
  return links < 0.5 && isUnique({ filled, distinct }, records);
}

function isUnique(
  { filled, distinct }: Pick<Candidate['shape'], 'filled' | 'distinct'>,
  records: number,
): boolean {
  return filled >= records * 0.98 && distinct >= filled * 0.98;
}

/**
 * Concepts whose columns change while a listing lives, or say nothing of it. Of these only the title may become a part of an id, as the
 * last resort.
 */
const changing: ReadonlySet<Concept> = new Set<Concept>([
  ...([
    'price',
    'rent',
    'currency',
    'period',
    'updated',
    'description',
    'title',
    'photos',
    'caption',
  ] as const),
  ...([
    'url',
    'video',
    'virtual_tour',
    'amenities',
    'available',
    'agent_email',
    'condition',
    'furnished',
  ] as const),
  ...(['deposit', 'registered', 'unit'] as const),
]);

/** The columns that may be parts of an id, the ones that change least first. */
const stableFirst: readonly Concept[] = [
  ...(['address', 'house_number', 'city', 'area', 'plot_area', 'category', 'transaction', 'floor'] as const),
  ...(['rooms', 'municipality', 'neighbourhood', 'total_floors', 'created', 'year_built'] as const),
  ...(['lat', 'lng', 'bedrooms', 'bathrooms', 'heating', 'id', 'code'] as const),
];

/**
 * Combines few stable columns that tell the records apart, and the title where they do not; others for records that lack one of them.
 * Columns of unknown meaning take part where fewer than two stable ones are known. Returns the paths from which it chose.
 * @param whole the same columns for all records of the file; null: the sample is all that is known
 */
function buildMadeId(
  draft: MappingDraft,
  best: Matches['best'],
  fields: readonly FieldProfile[],
  whole: readonly KeyColumn[] | null,
): readonly string[] {
  const known = new Set([...best.values()].map(({ field }) => field));
  const stable = stableFirst.flatMap((concept) =>
    changing.has(concept) ? [] : (best.get(concept)?.field ?? []),
  );
  const title = best.get('title')?.field;
  const unknown = fields.filter((field) => !known.has(field) && isLasting(field, draft.records));
  const choice = [
    ...new Set([...stable, ...(stable.length < 2 ? unknown : []), ...(title === undefined ? [] : [title])]),
  ]
    .filter(({ path, most }) => most === 1 && path !== 'name()')
    .slice(0, columnsMax);
  const columns = whole ?? choice.map((field) => keyColumn(field, draft.records));
  const ids = combinedIds(columns, title?.path ?? null);
  const count =
    ids.doubled > 0
      ? ` ${ids.doubled === 1 ? 'One record is' : `${ids.doubled} records are`} the same in all of these fields and will wait.`
      : '';
  const [first = { template: '{.}' }, ...others] = ids.sets.map((parts) => ({
    template: parts.map(({ path }) => `{${path}}`).join(' '),
  }));
  draft.miss('source_id', `${noId}${count} ${request}`, others.length === 0 ? first : [first, ...others]);
  return choice.map(({ path }) => path);
}

const noId =
  'The feed has no field that identifies a listing. The id is combined from fields that rarely change; if the agency corrects one, the listing counts as a new one.';
const { en, sr } = stableIdRequest;
const request = `Ask the maker of its software for an id: "${en}" In Serbian: "${sr}"`;

/** More columns make no better id. */
const columnsMax = 16;

function keyColumn({ path, values }: FieldProfile, records: number): KeyColumn {
  return { path, keys: Array.from({ length: records }, (_, record) => values.get(record)?.[0] ?? '') };
}

/**
 * A column with another name whose values look like codes, one for each record; null: there is none, or several, or too few records prove
 * it.
 */
function codeColumn(
  fields: readonly FieldProfile[],
  best: Matches['best'],
  records: number,
): FieldProfile | null {
  const known = new Set([...best.values()].map(({ field }) => field));
  const codes = fields.filter((field) => {
    const { filled, distinct, dates, emails, links, pictures, longest } = shapeOf(field);
    const texts = [...field.distinct.keys()];
    return (
      !known.has(field) &&
      !field.path.includes('<n>') &&
      !readName(field.name).ruledOut.all &&
      filled === records &&
      distinct === records &&
      records >= codesMin &&
      dates + emails + links + pictures === 0 &&
      longest <= 40 &&
      texts.every((text) => /^\S{4,}$/.test(text) && /\d/.test(text) && /\p{L}/u.test(text))
    );
  });
  return codes.length === 1 ? (codes[0] ?? null) : null;
}

const codesMin = 5;

/**
 * Whether a column that nothing is known of may be a part of an id: filled in most records, mostly distinct, short, no date and no link.
 */
function isLasting(field: FieldProfile, records: number): boolean {
  const { filled, distinct, dates, links, longest } = shapeOf(field);
  return (
    filled >= records * 0.9 &&
    distinct > records * 0.5 &&
    dates + links === 0 &&
    longest <= 80 &&
    !readName(field.name).ruledOut.all
  );
}

/** Whether the values rise by 1 in file order, from 1 or less. Fewer than three values do not count. */
function isCounter(field: FieldProfile): boolean {
  const all = [...field.values.values()].map(([text = '']) => Number(text));
  // Remarks below a sheet stand in its first column.
  const numbers = all.slice(0, all.findLastIndex((number) => !Number.isNaN(number)) + 1);
  return (
    numbers.length >= all.length * lastingShare &&
    numbers.length > 2 &&
    (numbers[0] ?? 9) <= 1 &&
    numbers.every((number, index) => number === (numbers[0] ?? 0) + index)
  );
}

function firstText(field: FieldProfile): string {
  return [...field.distinct.keys()][0] ?? '';
}
