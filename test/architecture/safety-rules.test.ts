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
  'code that is made of a text': ['no-new-func', '(data: string) => new Function(data)'],
} as const;

const free = {
  'a literal': '(data: string) => /a+$/.test(data)',
  'literals put together': "() => { const word = '[a-z]+'; return new RegExp(`^${word}` + '$'); }",
  'a pattern that is passed on': '(text: string, by: RegExp) => text.match(by)',
  'a method of the same name': '(store: { search(text: string): void }, text: string) => store.search(text)',
};

const sources = [...Object.values(caught).map(([, source]) => source), ...Object.values(free)].map(
  (source) => `export const example = ${source};\n`,
);
const nameOf = (source: string): string => `example-${sources.indexOf(source)}.ts`;

/** Types of the language are read once for all examples. */
function programOf(): ts.Program {
  const host = ts.createCompilerHost({});
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, language) => {
    const source = sources.find((one) => nameOf(one) === name);
    return source === undefined ? read(name, language) : ts.createSourceFile(name, source, language, true);
  };
  return ts.createProgram(sources.map(nameOf), { target: ts.ScriptTarget.ES2023, types: [] }, host);
}
const program = programOf();

/** The rules that an example breaks. */
function brokenBy(written: string): (string | null)[] {
  const source = `export const example = ${written};\n`;
  const rules = {
    'safety/literal-patterns': 'error',
    'safety/own-names': 'error',
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
      'src/core/glob.ts',
      'src/mapping/patterns.ts',
      'src/platform/library.ts',
      'src/console/page.tsx',
    ])
      expect(await eslint.calculateConfigForFile(path)).toMatchObject({
        rules: {
          'safety/literal-patterns': [2],
          'safety/own-names': [2],
          'no-new-func': [2],
          'no-eval': [2, {}],
          'no-implied-eval': [2],
        },
      });
  });
});
