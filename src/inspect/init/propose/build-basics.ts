import type { MappingDraft } from './draft.js';
import type { Candidate } from './candidate.js';
import type { Matches } from './match-fields.js';
import type { FieldProfile } from '../profile/profile.js';
import { dateFormOf, shapeOf } from '../profile/shapes.js';

/** Chooses the record's id: a field that is unique and in every record, otherwise the best alternative. */
export function buildId(draft: MappingDraft, { best, all }: Matches, fields: readonly FieldProfile[]): void {
  const usable = (all.get('id') ?? []).filter(({ shape }) => isId(shape, draft.records));
  const id = usable[0];
  if (id !== undefined) {
    const doubt = isCounter(id.field)
      ? `The ids run from ${first(id.field)} upwards in the file's order: if the export renumbers its rows each time, ids move to other listings. Compare two exports.`
      : null;
    draft.put('source_id', id.field.path, id, doubt);
    const codes = [best.get('code'), usable[1]]
      .filter(
        (one): one is Candidate => one !== undefined && one.field.path !== id.field.path && one.score >= 0.6,
      )
      .map(({ field }) => field.path);
    if (codes.length > 0) draft.top.codes = [...new Set(codes)];
    return;
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
    return;
  }
  const link = best.get('url');
  if (link !== undefined && isUnique(link.shape, draft.records)) {
    const hasNumber = [...link.field.distinct.keys()].every((text) => /\d{3,}\/?$/.test(text));
    const doubt = 'The feed has no id field; the listing’s URL is used instead. It must never change.';
    const { path } = link.field;
    draft.put('source_id', hasNumber ? { from: path, match: '(\\d{3,})/?$' } : path, link, doubt, 0.6);
    return;
  }
  buildMadeId(draft, best, fields);
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

/** Combines up to four fields that together identify a record. */
function buildMadeId(draft: MappingDraft, best: Matches['best'], fields: readonly FieldProfile[]): void {
  const parts: FieldProfile[] = [];
  const preferred = (['title', 'address', 'city', 'area'] as const).map(
    (concept) => best.get(concept)?.field,
  );
  // The price is left out, because it changes most often.
  const price = best.get('price')?.field;
  const rest = fields.filter((field) => field !== price && shapeOf(field).distinct > draft.records * 0.5);
  for (const field of [...preferred, ...rest]) {
    if (field === undefined || parts.includes(field) || field.values.size < draft.records * 0.9) continue;
    const before = unique(parts, draft.records);
    if (unique([...parts, field], draft.records) > before + draft.records * 0.002) parts.push(field);
    if (unique(parts, draft.records) >= draft.records * 0.99 || parts.length === 4) break;
  }
  const why =
    'The feed has no field that identifies a listing. The id is combined from fields that rarely change; if the agency corrects one, the listing counts as a new one. Ask the maker of its software for an id.';
  if (parts.length === 0) draft.miss('source_id', why, { template: '{.}' });
  else draft.miss('source_id', why, { template: parts.map(({ path }) => `{${path}}`).join(' ') });
}

function unique(fields: readonly FieldProfile[], records: number): number {
  if (fields.length === 0) return 0;
  const keys = new Set<string>();
  for (let record = 0; record < records; record++)
    keys.add(fields.map(({ values }) => values.get(record)?.[0] ?? '').join('\n'));
  return keys.size;
}

/** Whether the values rise by 1 in file order, from 1 or less. Fewer than three values do not count. */
function isCounter(field: FieldProfile): boolean {
  const numbers = [...field.values.values()].map(([text = '']) => Number(text));
  return (
    numbers.length > 2 &&
    (numbers[0] ?? 9) <= 1 &&
    numbers.every((number, index) => number === (numbers[0] ?? 0) + index)
  );
}

function first(field: FieldProfile): string {
  return [...field.distinct.keys()][0] ?? '';
}

/**
 * Adds the record's change date if a field has such a name. If more than two records have it and all values begin with the same 16
 * characters, that is the date of the export: then the field is not used, and `stale` says so.
 */
export function buildUpdated(draft: MappingDraft, { best }: Matches): { stale: string | null } {
  const updated = best.get('updated');
  if (!updated?.byName) return { stale: null };
  const forms = [
    ...new Set([...updated.field.distinct.keys()].map(dateFormOf).filter((form) => form !== null)),
  ];
  const day = (text: string): string => text.slice(0, 16);
  const days = new Set([...updated.field.distinct.keys()].map(day));
  if (days.size === 1 && updated.shape.filled > 2) {
    return {
      stale: `All listings have the same date ${[...days][0] ?? ''} in ${updated.field.path}: that is the date of the export, so the field is not used.`,
    };
  }
  draft.put('updated_at', { from: updated.field.path, date: forms.length === 1 ? forms[0] : forms }, updated);
  return { stale: null };
}
