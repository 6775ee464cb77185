import { readFile } from 'node:fs/promises';
import { basesOf, lookUpMapping, mappingFiles, mappingNames } from '../../effective/mapping-files.js';
import { isUnusable } from '../../effective/mappings.js';
import type { Reference } from '../../model/reference.js';
import { parseCase } from '../../feed/parse-case.js';
import { runCases, type CaseResult } from '../../mapping/check/cases.js';
import { mappingHints } from '../../mapping/check/hints.js';
import { loadMapping } from '../../mapping/compile/load-mapping.js';
import type { MappingError } from '../../mapping/language/mapping-errors.js';
import type { Answer } from '../answer.js';
import { configIfThere, storedPortal } from '../before-setup.js';
import type { Context } from '../context.js';
import { CliError } from '../exit.js';
import { count, indent } from '../print/text.js';

const mappingsFolder = './mappings';

/** The result of checking one mapping. */
interface Checked {
  file: string;
  name: string | null;
  version: number | null;
  casesFile: string;
  /** Null if there is no file with cases. */
  cases: CaseResult[] | null;
  errors: MappingError[];
  /** States that are decided by a word, and targets that the portal does not have. */
  warnings: MappingError[];
  /** Entries without effect. */
  hints: MappingError[];
}

/** `mapping check [FILE…]`: compiles mappings and runs their cases; without a file, those of the folder and of the feeds. */
export async function checkMappings(context: Context, files: readonly string[]): Promise<Answer> {
  const config = await configIfThere(context);
  const folder = config?.mappings ?? mappingsFolder;
  const used = [...(await mappingNames(folder)), ...(config?.feeds ?? []).map(({ mapping }) => mapping)];
  const named = files.length > 0 ? files.map((file) => file.replace(/\.cases\.yaml$/, '.yaml')) : used;
  if (named.length === 0)
    throw new CliError(2, `There is no mapping in ${folder}. Name a file: \`feedsync mapping check FILE\`.`);
  const reference = (await storedPortal(config, context))?.reference ?? null;
  const checked: Checked[] = [];
  for (const mapping of new Set(named)) {
    const one = await check(mapping, folder, reference);
    if (!checked.some(({ file }) => file === one.file)) checked.push(one);
  }
  const text = [...checked.map(textOf), ...(reference === null ? [noReference] : [])].join('\n');
  const document = { mappings: checked.map(documentOf), portal_words: reference !== null };
  if (checked.some(({ errors }) => errors.length > 0))
    throw new CliError(2, text, { ok: false, ...document });
  const failed = checked.some(({ cases }) => (cases ?? []).some(isFailed));
  return { text, json: { ok: !failed, ...document }, failed };
}

const noReference =
  'Not checked: whether the portal has the targets of the tables. The store has no copy of its vocabulary; `feedsync sync` makes one.';

/** @param mapping its name or its path */
async function check(mapping: string, folder: string, reference: Reference | null): Promise<Checked> {
  const found = await orSentence(lookUpMapping(folder, mapping));
  const [first = mapping, other] = mappingFiles(folder, mapping);
  const file = found === null || typeof found === 'string' ? first : found.file;
  const casesFile = file.replace(/\.yaml$/, '.cases.yaml');
  const checked: Checked = {
    file,
    name: null,
    version: null,
    casesFile,
    cases: null,
    errors: [],
    warnings: [],
    hints: [],
  };
  if (found === null || typeof found === 'string') {
    const both = other === undefined ? 'This file cannot' : `Neither this file nor ${other} can`;
    const message = found ?? `${both} be read. Write the name or the path of an existing mapping.`;
    return { ...checked, errors: [{ file, line: null, column: null, message }] };
  }
  const { text } = found;
  const bases = await orSentence(basesOf(found, folder));
  if (typeof bases === 'string')
    return { ...checked, errors: [{ file, line: null, column: null, message: bases }] };
  const loaded = loadMapping(text, { file, overrides: noOverrides, bases });
  if (!loaded.ok) return { ...checked, errors: loaded.errors };
  const { name, version } = loaded.mapping;
  const { idle, unresolved, literal } = mappingHints(text, file, reference);
  const understood = { ...checked, name, version, warnings: [...literal, ...unresolved], hints: idle };
  const cases = await readFile(casesFile, 'utf8').catch(() => null);
  if (cases === null) return understood;
  const ran = runCases({
    mapping: { text, file },
    bases,
    cases: { text: cases, file: casesFile },
    parseRecord: parseCase,
  });
  return ran.ok ? { ...understood, cases: ran.results } : { ...understood, errors: ran.errors };
}

/** A sentence if a mapping cannot be read. */
async function orSentence<T>(read: Promise<T>): Promise<T | string> {
  return read.catch((error: unknown) => {
    if (!isUnusable(error)) throw error;
    return error.message;
  });
}

/** A mapping must be usable without the settings of a feed. */
const noOverrides = { tables: {}, constants: {}, answers: {}, idPrefix: '', timezone: 'UTC' };

function isFailed({ differences }: CaseResult): boolean {
  return differences.length > 0;
}

function textOf(checked: Checked): string {
  const { file, name, version, cases, casesFile, errors, warnings, hints } = checked;
  if (errors.length > 0) return `${file} cannot be used:\n${indent(errors.map(errorText).join('\n'))}`;
  const failed = (cases ?? []).filter(isFailed);
  const total = cases?.length ?? 0;
  const verdict =
    failed.length === 0
      ? `${count(total, 'case')} passed`
      : `${failed.length} of ${count(total, 'case')} failed`;
  return [
    `${name ?? file}, version ${version ?? '?'}: ${cases === null ? `no cases (${casesFile} does not exist)` : verdict}.`,
    ...failed.map((one) => indent(caseText(one, casesFile))),
    ...warnings.map((warning) => `  warning: ${errorText(warning)}`),
    ...hints.map((hint) => `  hint: ${errorText(hint)}`),
  ].join('\n');
}

function caseText({ name, line, column, differences }: CaseResult, file: string): string {
  return `${file}:${line ?? 1}:${column ?? 1} ${name}\n${indent(differences.join('\n'))}`;
}

function errorText({ file, line, column, message }: MappingError): string {
  return line === null ? `${file}: ${message}` : `${file}:${line}:${column ?? 1} ${message}`;
}

function documentOf({ file, name, version, casesFile, cases, ...found }: Checked): Record<string, unknown> {
  return {
    file,
    name,
    version,
    cases_file: cases === null ? null : casesFile,
    cases: cases?.length ?? 0,
    failed: (cases ?? []).filter(isFailed),
    errors: found.errors,
    warnings: found.warnings,
    hints: found.hints,
  };
}
