import { rulesOf, type MappingDraft } from './draft.js';
import type { Candidate } from './candidate.js';
import { isStateWord } from './build-state.js';
import { covering, type Matches } from './match-fields.js';
import type { FieldProfile } from '../profile/profile.js';
import { dateFormOf, shapeOf } from '../profile/shapes.js';
import { named, wordTable } from './build-words.js';
import * as lists from '../words/word-lists.js';

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

/** Decides sale or rent by words, by the price that is present, or by a constant for the whole feed. */
export function buildTransaction(draft: MappingDraft, matches: Matches): void {
  const { best, all } = matches;
  const rules: Record<string, unknown>[] = [];
  const words: Record<string, unknown> = {};
  const unknown: string[] = [];
  const decided = new Set<number>();
  let lead: Candidate | null = null;
  for (const candidate of all.get('transaction') ?? []) {
    if (decided.size >= draft.records * 0.98 || rules.length === 2) break;
    const table = wordTable(candidate.field, lists.transactions, null, null);
    const known = [...candidate.field.values].filter(
      ([, [text = '']]) => lists.lookUp(text, lists.transactions) !== null,
    );
    const added = known.filter(([record]) => !decided.has(record)).length;
    if (
      table.share < (candidate.score > 0.75 ? 0.5 : 0.85) &&
      !(candidate.field.path === 'name()' && table.share > 0.3)
    )
      continue;
    if (added < draft.records * 0.1) continue;
    lead ??= candidate;
    rules.push({ from: candidate.field.path, table: 'offer' });
    Object.assign(words, table.words);
    unknown.push(...table.unknown.filter((word) => !isStateWord(word)));
    for (const [record] of known) decided.add(record);
  }
  if (rules.length > 0) draft.tables.offer = { words };
  const isWhole = decided.size >= draft.records * 0.9;
  const [sale, rent] = [best.get('price'), best.get('rent')];
  const hasBoth =
    sale !== undefined && rent !== undefined && sale.field.path !== rent.field.path && rent.byName;
  if (!isWhole && hasBoth) {
    const paths = (concept: 'price' | 'rent'): string[] =>
      covering(matches, concept, draft.records).map(({ field }) => field.path);
    draft.values.sale_price = { from: paths('price'), nulls: [0] };
    draft.values.rent_price = { from: paths('rent'), nulls: [0] };
    for (const rule of rules) rule.unmapped = 'ignore';
    rules.push(
      { const: 'rent', when: 'rent_price != null && sale_price == null' },
      { const: 'sale', when: 'sale_price != null' },
    );
    const why = 'Without a word for sale or rent, the price that is present decides.';
    draft.put('transaction', rules, lead, why, 0.6);
    return;
  }
  if (lead === null) {
    buildStatedTransaction(draft, matches, rent);
    return;
  }
  const doubt =
    unknown.length === 0 ? null : `Is ${named(unknown)} sale or rent? Records with other words are left out.`;
  draft.put('transaction', rulesOf(rules), lead, doubt);
}

/** If hardly any record has a word for sale or rent, those words apply, and the other records get a constant. */
function buildStatedTransaction(
  draft: MappingDraft,
  { best, all }: Matches,
  rent: Candidate | undefined,
): void {
  const tableOf = ({ field }: Candidate) => wordTable(field, lists.transactions, null, null);
  const some = (all.get('transaction') ?? []).find((one) => one.byName && tableOf(one).share > 0);
  const byWord = some === undefined ? [] : [{ from: some.field.path, table: 'offer', unmapped: 'ignore' }];
  if (some !== undefined) draft.tables.offer = { words: tableOf(some).words };
  const texts = [best.get('title'), best.get('url'), best.get('description')].flatMap((candidate) =>
    candidate === undefined
      ? []
      : [...candidate.field.distinct.keys()].map((text) => text.slice(0, 300).toLowerCase()),
  );
  const count = (pattern: RegExp): number => texts.filter((text) => pattern.test(text)).length;
  const rents = count(
    /\b(izdaj|izdavanj|najam|rent|miete|alquil|affitt|wynaj|сда[мё]|аренд|oddaj|te koop|louer)/u,
  );
  const sales = count(/\b(prodaj|prodaja|sale|verkauf|vent[ae]|vendit|sprzeda|прода|kupi)/u);
  const price = best.get('price');
  const isRent =
    (rent !== undefined && price === undefined) || (rents > sales * 2 && (price?.shape.median ?? 0) < 20_000);
  const word = isRent ? 'rent' : 'sale';
  const which =
    some === undefined
      ? 'No field states sale or rent; by their texts and prices, all listings'
      : `All listings for which ${some.field.path} does not state it`;
  const why = `${which} are taken for ${isRent ? 'rentals' : 'sales'}. The agency must confirm that.`;
  draft.put('transaction', rulesOf([...byWord, { const: word }]), null, why, 0.4);
}
