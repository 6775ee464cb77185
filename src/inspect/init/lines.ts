import { isObject } from '../../model/own-value.js';
import type { FieldProfile } from './profile/profile.js';
import type { FieldProposal, Question } from './propose/draft/draft.js';

/** One line of a proposal: what is proven, what is a question, and what is left out. `T`: a text, or a sentence in both languages. */
export interface ProposalLine<T = string> {
  kind: 'proven' | 'question' | 'left_out';
  /** Payload path, or `source_id`, `transaction`, `updated_at`, `state`; null for a column that is not used. */
  field: string | null;
  /** Path in the feed, in mapping syntax; null where no field of the feed is read. */
  from: string | null;
  samples: string[];
  /** The question, the doubt or the reason; null where nothing is to be said. */
  text: T | null;
  /** Listings that wait for the answer; null where none waits. */
  listings: number | null;
}

/** A field that was read, or for which nothing was found. */
export type KnownField<T> = Pick<FieldProposal, 'field' | 'from' | 'light' | 'samples' | 'asks'> & {
  doubt: T | null;
};

/** A field that listings wait for. */
export type AskedField<T> = Pick<Question, 'field' | 'samples' | 'listings'> & { question: T };

/** Maximum number of columns that are shown as left out. */
const leftOutMax = 200;

/**
 * The lines of a proposal, from which every view of it is made. A field that waits for an answer or is doubted is a question. One without a
 * source is left out, and so is a column that the mapping does not read, up to a limit. All others are proven.
 * @param columns the fields of the file
 * @param mapping the proposed mapping, whose paths are what is read
 */
export function proposalLines<T = string>(
  proposals: readonly KnownField<T>[],
  questions: readonly AskedField<T>[],
  columns: readonly FieldProfile[],
  mapping: Readonly<Record<string, unknown>>,
): ProposalLine<T>[] {
  const asked = new Map(questions.map((one) => [one.field, one]));
  const ofFields = proposals.map((one): ProposalLine<T> => {
    const { field, from, samples, doubt } = one;
    const open = asked.get(field) ?? asked.get(one.asks ?? '');
    if (open !== undefined) return { ...ofQuestion(open, from), field };
    const kind = one.light === 'green' ? 'proven' : isMissing(one) ? 'left_out' : 'question';
    return { kind, field, from, samples, text: doubt, listings: null };
  });
  const told = new Set(
    proposals.flatMap(({ field, asks }) => [field, ...(asks === undefined ? [] : [asks])]),
  );
  const others = questions.filter(({ field }) => !told.has(field)).map((one) => ofQuestion(one, null));
  const read = textsOf(mapping);
  const unread = columns
    .filter(({ path }) => path !== 'name()' && !read.some((text) => reads(text, path)))
    .slice(0, leftOutMax)
    .map((column): ProposalLine<T> => ({
      ...{ kind: 'left_out', field: null, from: column.path, text: null, listings: null },
      samples: samplesOf(column),
    }));
  const order = ['question', 'proven', 'left_out'];
  return [...ofFields, ...others, ...unread].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

/**
 * The lines of a file that a preset reads: its fields with a column of the file as source are proven by the format. Columns that it does not
 * read are not shown, because a preset may read them by other paths.
 */
export function presetLines(
  mapping: Readonly<Record<string, unknown>>,
  questions: readonly Question[],
  columns: readonly FieldProfile[],
): ProposalLine[] {
  const byPath = new Map(columns.map((column) => [column.path, column]));
  const { fields, ...top } = mapping;
  const rules = {
    ...Object.fromEntries(topFields.flatMap((name) => (name in top ? [[name, top[name]]] : []))),
    ...(isObject(fields) ? fields : {}),
  };
  const proposals = Object.entries(rules).flatMap(([field, rule]): FieldProposal[] => {
    const from = sourcesOf(rule).find((path) => byPath.has(path));
    const column = from === undefined ? undefined : byPath.get(from);
    if (from === undefined || column === undefined) return [];
    const samples = samplesOf(column);
    return [{ field, from, confidence: 1, light: 'green', samples, doubt: null }];
  });
  return proposalLines(proposals, questions, [], mapping);
}

const topFields = ['source_id', 'transaction', 'updated_at', 'state'] as const;

/** The paths that rules read: a text is one itself, an object has them under `from:` or `city:`. */
function sourcesOf(rule: unknown): string[] {
  if (typeof rule === 'string') return [rule];
  if (Array.isArray(rule)) return rule.flatMap(sourcesOf);
  if (!isObject(rule)) return [];
  const { from, city } = rule;
  return [from, city].flatMap((one) => (one === undefined ? [] : sourcesOf(one)));
}

function samplesOf({ distinct }: FieldProfile): string[] {
  return [...distinct.keys()].slice(0, 3).map((text) => text.slice(0, 80));
}

function isMissing({ light, from }: Pick<FieldProposal, 'light' | 'from'>): boolean {
  return light === 'red' && from === null;
}

function ofQuestion<T>(
  { field, question, samples, listings }: AskedField<T>,
  from: string | null,
): ProposalLine<T> {
  return { kind: 'question', field, from, samples, text: question, listings };
}

/** All texts in the mapping that may be or hold a path: conditions and templates included, words of tables left out. */
function textsOf({ tables: _tables, ...mapping }: Readonly<Record<string, unknown>>): string[] {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === 'string') found.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
  };
  walk(mapping);
  return found;
}

/** Whether a text of the mapping reads a path, or an element around it. */
function reads(text: string, path: string): boolean {
  return (
    text === path ||
    path.startsWith(`${text}/`) ||
    text.includes(`{${path}}`) ||
    text.includes(`field('${path}')`)
  );
}
