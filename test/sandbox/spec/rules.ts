import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** A rule of the specification and where it stands: `Heading · row 3`, `Heading · ¶1`, `Heading · 2` for a numbered line. */
export interface Rule {
  id: string;
  where: readonly string[];
  says: string;
  /** What the sandbox does where the specification says that it does not show it. */
  choice: string;
  /** The setting that changes the choice: a name of `protocol`, `settings` or `limits`; `fixed` where there is none. */
  setting: string;
}

export const tableFile = new URL('../spec-rules.md', import.meta.url);

/** Of the file that is being loaded. */
const registered: Rule[] = [];

/** Registers the test that proves a rule. */
export function rule(
  id: string,
  where: string | readonly string[],
  says: string,
  prove: () => Promise<void> | void,
): void {
  register({ id, where: [where].flat(), says, choice: '', setting: '' }, prove);
}

/** The same for what the specification does not show: with our choice, and the setting that changes it. */
export function choice(
  id: string,
  where: string | readonly string[],
  says: string,
  ours: { choice: string; setting: string },
  prove: () => Promise<void> | void,
): void {
  register({ id, where: [where].flat(), says, ...ours }, prove);
}

function register(entry: Rule, prove: () => Promise<void> | void): void {
  if (registered.some(({ id }) => id === entry.id))
    throw new Error(`The rule ${entry.id} is registered twice.`);
  registered.push(entry);
  it(`${entry.id}: ${entry.says}`, prove);
}

/**
 * To be called last in each file: the file's part of the table says exactly what its tests prove.
 * With SPEC_RULES=write in the environment it writes that part instead.
 */
export function inTheTable(file: string): void {
  describe('the table of rules', () => {
    // All groups of the file before this one are collected by now, and the worker's next file begins with none.
    const own = registered.splice(0);

    it(`has those of ${file} as they are`, () => {
      if (process.env.SPEC_RULES === 'write') writePart(file, own);
      expect(readTable().get(file)).toEqual(own);
    });
  });
}

/** The rules of the table per test file. */
export function readTable(): Map<string, Rule[]> {
  const parts = readFileSync(tableFile, 'utf8').split(/^## /m).slice(1);
  return new Map(parts.map((part) => [part.split('\n')[0]?.trim() ?? '', readRows(part)]));
}

function readRows(part: string): Rule[] {
  const rows = part.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((line) => {
    const cells = line.slice(1, line.lastIndexOf('|')).split(/(?<!\\)\|/);
    const [id = '', where = '', says = '', ours = '', setting = ''] = cells.map(readCell);
    return { id, where: where.split('; '), says, choice: ours, setting };
  });
}

function writePart(file: string, rules: readonly Rule[]): void {
  const [head = '', ...parts] = readFileSync(tableFile, 'utf8').split(/^(?=## )/m);
  const rows = rules.map(({ id, where, says, choice: ours, setting }) =>
    [id, where.join('; '), says, ours, setting].map(writeCell).join(' | '),
  );
  const titles = '| rule | where | what | not shown: our choice | its setting |\n|---|---|---|---|---|';
  const part = `## ${file}\n\n${titles}\n${rows.map((row) => `| ${row} |`).join('\n')}\n\n`;
  const kept = parts.filter((other) => !other.startsWith(`## ${file}\n`));
  writeFileSync(tableFile, head + [...kept, part].sort().join(''));
}

/** Cells hold plain text: what Markdown would read is written with a backslash. */
function writeCell(text: string): string {
  return text.replaceAll(/[\\|_*`<>[\]]/g, String.raw`\$&`);
}

function readCell(text: string): string {
  return text.trim().replaceAll(/\\(.)/g, '$1');
}
