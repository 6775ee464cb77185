import { isObject } from '../../model/own-value.js';
import type { ProposalLine } from '../../core/setup/proposal.js';
import type { FieldProfile } from './profile/profile.js';
import type { FieldProposal, Question } from './propose/draft/draft.js';

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
 * The lines of a file that a mapping reads: its fields with a column of the file as source are proven by the format.
 * @param unread the columns among which those that the mapping does not read are shown: none of a preset, which may read them by other paths
 */
export function mappingLines(
  mapping: Readonly<Record<string, unknown>>,
  questions: readonly Question[],
  columns: readonly FieldProfile[],
  unread: readonly FieldProfile[] = [],
): ProposalLine[] {
  const byPath = new Map(columns.map((column) => [column.path, column]));
  const { fields, ...top } = mapping;
  const values = isObject(top.values) ? top.values : {};
  const rules = {
    ...Object.fromEntries(topFields.flatMap((name) => (name in top ? [[name, top[name]]] : []))),
    ...(isObject(fields) ? fields : {}),
  };
  const proposals = Object.entries(rules).flatMap(([field, rule]): FieldProposal[] => {
    const from = sourcesOf(rule, values).find((path) => byPath.has(path));
    const column = from === undefined ? undefined : byPath.get(from);
    if (from === undefined || column === undefined) return [];
    const samples = samplesOf(column);
    return [{ field, from, confidence: 1, light: 'green', samples, doubt: null }];
  });
  return proposalLines(proposals, questions, unread, mapping);
}

const topFields = ['source_id', 'transaction', 'updated_at', 'state'] as const;

/**
 * The paths that rules read, in order.
 * @param values named values of the mapping, which rules read as `$name`. A value is left out of its own rules, so this ends
 */
function sourcesOf(rule: unknown, values: Readonly<Record<string, unknown>>): string[] {
  if (typeof rule === 'string') return rule.startsWith('$') ? ofValue(rule.slice(1), values) : [rule];
  if (Array.isArray(rule)) return rule.flatMap((one) => sourcesOf(one, values));
  if (!isObject(rule)) return [];
  const { from, city, keys, template } = rule;
  const inTemplate =
    typeof template === 'string' ? [...template.matchAll(/\{([^{}]+)\}/g)].map(([, path]) => path) : [];
  return [from, city, keys, ...inTemplate].flatMap((one) =>
    one === undefined ? [] : sourcesOf(one, values),
  );
}

function ofValue(name: string, values: Readonly<Record<string, unknown>>): string[] {
  const { [name]: value, ...others } = values;
  return value === undefined ? [] : sourcesOf(value, others);
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
