import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

/** Rules with code that breaks them. */
const broken: Readonly<Record<string, string>> = {
  'eslint(no-eval)': 'export const found: unknown = eval("1");',
  'eslint(no-new-func)': 'export const made: unknown = new Function("return 1");',
  'typescript(no-implied-eval)': 'setTimeout("1", 1);',
  'eslint(no-console)': 'console.log("text");',
  'eslint(eqeqeq)': 'export const isOne = (value: number): boolean => value == 1;',
  'eslint(no-unused-vars)': 'const unused = 1;\nexport const used = 2;',
  'eslint(no-restricted-imports)': "import Database from 'better-sqlite3';\nexport const open = Database;",
  'typescript(no-floating-promises)': 'const work = async (): Promise<void> => undefined;\nwork();',
  'typescript(no-unsafe-assignment)': 'export const value: string = JSON.parse("1");',
  'typescript(no-non-null-assertion)': 'export const first = (list: string[]): string => list[0]!;',
  'typescript(switch-exhaustiveness-check)':
    'export function of(kind: "a" | "b"): number {\n  switch (kind) {\n    case "a":\n      return 1;\n  }\n  return 2;\n}',
};
const freeInTests = [
  'eslint(no-eval)',
  'eslint(no-new-func)',
  'typescript(no-implied-eval)',
  'typescript(no-unsafe-assignment)',
  'typescript(no-non-null-assertion)',
];

const folder = mkdtempSync(join(tmpdir(), 'feedsync-lint-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The rules that are caught in a project below the folder `below`. */
function caughtBelow(below: string): string[] {
  const root = join(folder, below);
  mkdirSync(root);
  Object.values(broken).forEach((code, index) => writeFileSync(join(root, `${index}.ts`), `${code}\n`));
  const compilerOptions = { strict: true, noUncheckedIndexedAccess: true, types: [], lib: ['es2023', 'dom'] };
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const options = [
    '--no-install',
    'oxlint',
    '--config',
    resolve('.config/oxlintrc.json'),
    '-f',
    'json',
    root,
  ];
  const { diagnostics } = JSON.parse(spawnSync('npx', options, { encoding: 'utf8' }).stdout) as {
    diagnostics: { code: string; filename: string }[];
  };
  return Object.keys(broken).filter((rule, index) =>
    diagnostics.some(({ code, filename }) => code === rule && filename.endsWith(`/${index}.ts`)),
  );
}

describe('the rules of the linter', () => {
  it('hold for the source', () => {
    expect(caughtBelow('src')).toEqual(Object.keys(broken));
  });

  it('hold for tests, but for what tests may do', () => {
    expect(caughtBelow('test')).toEqual(Object.keys(broken).filter((rule) => !freeInTests.includes(rule)));
  });
});
