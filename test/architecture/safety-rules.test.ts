import { ESLint, Linter } from 'eslint';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';

const { safety } = (await import(String(new URL('../../.config/eslint-safety.js', import.meta.url)))) as {
  safety: ESLint.Plugin;
};

const caught = {
  'a pattern of a text': ['safety/literal-patterns', '(data: string) => new RegExp(data)'],
  'the same without new': ['safety/literal-patterns', '(data: string) => RegExp(data)'],
  'a pattern around a text': ['safety/literal-patterns', '(data: string) => new RegExp(`^${data}$`)'],
  'a text that was escaped by hand': [
    'safety/literal-patterns',
    "(data: string) => new RegExp('^' + data.replace(/[.*]/g, '_'))",
  ],
  'a variable': [
    'safety/literal-patterns',
    "() => { let made = 'a'; made += 'b'; return new RegExp(made); }",
  ],
  'a text of which match() makes a pattern': [
    'safety/literal-patterns',
    '(text: string, data: string) => text.match(data)',
  ],
  'a text of which search() makes a pattern': [
    'safety/literal-patterns',
    '(text: string, data: string) => text.search(data)',
  ],
  'a name that is read by reflection': [
    'safety/own-names',
    '(of: object, name: string) => Reflect.get(of, name)',
  ],
  'a library that reads a text': ['safety/library-calls', '(text: string) => parseDocument(text)'],
  'a method of what a library made': ['safety/library-calls', '(made: Document) => made.toJS() as unknown'],
  'a time that is read': ['safety/library-calls', '(text: string) => DateTime.fromISO(text)'],
  'a condition that is read': ['safety/library-calls', '(cel: Environment, text: string) => cel.parse(text)'],
  'a condition that is tried': [
    'safety/library-calls',
    "(test: ReturnType<Environment['parse']>) => test({}) as unknown",
  ],
  'markup that is read': ['safety/library-calls', '(text: string) => compile({})(text)'],
  'a call beside the wrapper': [
    'safety/library-calls',
    "(text: string) => callLibrary('yaml', parseDocument(text) as never)",
  ],
  'code that is made of a text': ['no-new-func', '(data: string) => new Function(data)'],
} as const;

const free = {
  'a literal': '(data: string) => /a+$/.test(data)',
  'literals put together': "() => { const word = '[a-z]+'; return new RegExp(`^${word}` + '$'); }",
  'a pattern that is passed on': '(text: string, by: RegExp) => text.match(by)',
  'a library within the wrapper': "(text: string) => callLibrary('yaml', () => parseDocument(text))",
  'a time that is written': "(at: number) => DateTime.fromMillis(at).toFormat('HH')",
  'a method of the same name': '(store: { search(text: string): void }, text: string) => store.search(text)',
};

/** What examples use. */
const imports = `
import { Environment } from '@marcbachmann/cel-js';
import { compile } from 'html-to-text';
import { DateTime } from 'luxon';
import { parseDocument, type Document } from 'yaml';
declare function callLibrary<T>(library: string, call: () => T): T;
`;
const sourceOf = (written: string): string => `export const example = ${written};\n${imports}`;
const sources = [...Object.values(caught).map(([, source]) => source), ...Object.values(free)].map(sourceOf);
const nameOf = (source: string): string => `example-${sources.indexOf(source)}.ts`;

/** Types of the language are read once for all examples. */
function programOf(): ts.Program {
  const host = ts.createCompilerHost({});
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, language) => {
    const source = sources.find((one) => nameOf(one) === name);
    return source === undefined ? read(name, language) : ts.createSourceFile(name, source, language, true);
  };
  const { ESNext } = ts.ModuleKind;
  const options = { target: ts.ScriptTarget.ES2023, types: [], module: ESNext };
  const moduleResolution = ts.ModuleResolutionKind.Bundler;
  return ts.createProgram(sources.map(nameOf), { ...options, moduleResolution }, host);
}
const program = programOf();

/** The rules that an example breaks. */
function brokenBy(written: string): (string | null)[] {
  const source = sourceOf(written);
  const rules = {
    'safety/literal-patterns': 'error',
    'safety/own-names': 'error',
    'safety/library-calls': 'error',
    'no-new-func': 'error',
  } as const;
  const parser = tseslint.parser as Linter.Parser;
  const languageOptions = { parser, parserOptions: { programs: [program] } };
  const config = [{ files: ['**/*.ts'], plugins: { safety }, languageOptions, rules }];
  return new Linter().verify(source, config, { filename: nameOf(source) }).map(({ ruleId }) => ruleId);
}

describe('the rules for what comes from data', () => {
  it.each(Object.entries(caught))('catch %s', (_, [rule, source]) => {
    expect(brokenBy(source)).toEqual([rule]);
  });

  it.each(Object.entries(free))('let %s be', (_, source) => {
    expect(brokenBy(source)).toEqual([]);
  });

  it('hold for all of the source', async () => {
    const eslint = new ESLint({ overrideConfigFile: '.config/eslint.config.js' });
    for (const path of [
      'src/core/content/glob.ts',
      'src/mapping/language/patterns.ts',
      'src/platform/library.ts',
      'src/console/page.tsx',
    ])
      expect(await eslint.calculateConfigForFile(path)).toMatchObject({
        rules: {
          'safety/literal-patterns': [2],
          'safety/own-names': [2],
          'safety/library-calls': [2],
        },
      });
  });
});
