import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isUnusable, mappingFile, readBase } from '../../effective/mappings.js';
import type { Config } from '../../config/schema.js';
import type { Reference } from '../../model/reference.js';
import { parseCase } from '../../feed/parse-case.js';
import { runCases, type CaseResult } from '../../mapping/check/cases.js';
import { mappingHints } from '../../mapping/check/hints.js';
import { gatherBases, loadMapping, type MappingText } from '../../mapping/compile/load-mapping.js';
import type { MappingError } from '../../mapping/language/mapping-errors.js';
import type { Answer } from '../answer.js';
import { configIfThere, storedPortal } from '../before-setup.js';
import type { Context } from '../context.js';
import { CliError } from '../exit.js';
import { count, indent } from '../print/text.js';

const mappingsFolder = './mappings';

/** What checking one mapping found. */
interface Checked {
  file: string;
  name: string | null;
  version: number | null;
  casesFile: string;
  /** Null where no file with cases stands beside it. */
  cases: CaseResult[] | null;
  errors: MappingError[];
  /** Targets that the portal has nothing for. */
  warnings: MappingError[];
  /** What stands there and does nothing. */
  hints: MappingError[];
}

/** `mapping check [FILE…]`: each mapping is compiled, and its cases are run; without a file, all that are at hand. */
export async function checkMappings(context: Context, files: readonly string[]): Promise<Answer> {
  const config = await configIfThere(context);
  const folder = config?.mappings ?? mappingsFolder;
  const named = files.length > 0 ? files.map((file) => fileOf(file, folder)) : await allFiles(folder, config);
  if (named.length === 0)
    throw new CliError(2, `There is no mapping in ${folder}. Name a file: \`feedsync mapping check FILE\`.`);
  const reference = (await storedPortal(config, context))?.reference ?? null;
  const checked: Checked[] = [];
  for (const file of [...new Set(named)]) checked.push(await check(file, folder, reference));
  const text = [...checked.map(textOf), ...(reference === null ? [noReference] : [])].join('\n');
  const document = { mappings: checked.map(documentOf), portal_words: reference !== null };
  if (checked.some(({ errors }) => errors.length > 0))
    throw new CliError(2, text, { ok: false, ...document });
  const failed = checked.some(({ cases }) => (cases ?? []).some(isFailed));
  return { text, json: { ok: !failed, ...document }, failed };
}

const noReference =
  'Not checked: whether the portal has the words that tables point to. No copy of them is at hand; `feedsync sync` makes one.';

/** A mapping's name, its file, or the file with its cases. */
function fileOf(given: string, folder: string): string {
  return mappingFile(folder, given.replace(/\.cases\.yaml$/, '.yaml'));
}

async function allFiles(folder: string, config: Config | null): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const mappings = names.filter((name) => name.endsWith('.yaml') && !name.endsWith('.cases.yaml')).sort();
  const used = (config?.feeds ?? []).map((feed) => mappingFile(folder, feed.mapping));
  return [...mappings.map((name) => resolve(folder, name)), ...used];
}

async function check(file: string, folder: string, reference: Reference | null): Promise<Checked> {
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
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) {
    const message = 'This file cannot be read. Write the name of a mapping that is there, or its path.';
    return { ...checked, errors: [{ file, line: null, column: null, message }] };
  }
  const bases = await basesOf({ text, file }, folder);
  if (typeof bases === 'string')
    return { ...checked, errors: [{ file, line: null, column: null, message: bases }] };
  const loaded = loadMapping(text, { file, overrides: noOverrides, bases });
  if (!loaded.ok) return { ...checked, errors: loaded.errors };
  const { name, version } = loaded.mapping;
  const { idle, unresolved } = mappingHints(text, file, reference);
  const understood = { ...checked, name, version, warnings: unresolved, hints: idle };
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

/** A sentence where one of them cannot be read. */
async function basesOf(
  own: MappingText,
  folder: string,
): Promise<Readonly<Record<string, MappingText>> | string> {
  try {
    return await gatherBases(own, (name, from) => readBase(folder, name, from));
  } catch (error) {
    if (!isUnusable(error)) throw error;
    return error.message;
  }
}

/** Of no feed: a mapping must be usable before the agency has said anything. */
const noOverrides = { tables: {}, constants: {}, answers: {}, idPrefix: '', timezone: 'UTC' };

function isFailed({ differences }: CaseResult): boolean {
  return differences.length > 0;
}

function textOf(checked: Checked): string {
  const { file, name, version, cases, casesFile, errors, warnings, hints } = checked;
  if (errors.length > 0) return `${file} cannot be used:\n${indent(errors.map(errorText).join('\n'))}`;
  const failed = (cases ?? []).filter(isFailed);
  const total = cases?.length ?? 0;
  const holding = total === 1 ? 'its case holds' : `its ${total} cases hold`;
  const failing = `${failed.length} of ${count(total, 'case')} ${failed.length === 1 ? 'does' : 'do'} not hold`;
  const verdict = failed.length === 0 ? holding : failing;
  return [
    `${name ?? file}, version ${version ?? '?'}: ${cases === null ? `no cases stand beside it (${casesFile})` : verdict}.`,
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
