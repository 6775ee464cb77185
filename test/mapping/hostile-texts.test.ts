import { describe, expect, it } from 'vitest';
import { loadMapping, type LoadedMapping } from '../../src/mapping/compile/load-mapping.js';
import { mappingJsonSchema } from '../../src/mapping/language/mapping-schema.js';
import { costOfText, mappingLimits } from '../../src/mapping/language/mapping-limits.js';

const overrides = { tables: {}, constants: {}, answers: {}, idPrefix: '', timezone: 'UTC' };
const load = (text: string): LoadedMapping => loadMapping(text, { file: 'own.yaml', overrides });
const problemsOf = (text: string): string[] => {
  const loaded = load(text);
  return loaded.ok ? [] : loaded.errors.map(({ message }) => message);
};
const mapping = (more: string): string => `
name: own
version: 1
format: { container: xml, root: ads, records: ads/ad }
source_id: id
transaction: { const: sale }
fields: {}
${more}
`;

describe('a text that costs too much', () => {
  it.each([
    ['lists in a line', '['.repeat(100_000)],
    // In 0.1.0 the process ended here, and nothing could catch it.
    ['maps in a line', '{'.repeat(100_000)],
    ['maps with keys', '{a: '.repeat(40_000)],
    ['lists in lists', '- '.repeat(60_000)],
    ['keys of keys', '? '.repeat(60_000)],
    ['both in turns', '? - '.repeat(40_000)],
    ['values of values', ': '.repeat(60_000)],
    ['indentation', Array.from({ length: 600 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    ['lists by indentation', Array.from({ length: 600 }, (_, i) => `${' '.repeat(i)}-`).join('\n')],
  ])('is refused before it is read, where it is nested too deep: %s', (_, text) => {
    expect(problemsOf(text)).toEqual([expect.stringMatching(/nested more than 40 deep/)]);
  });

  it('is refused by its length, its values and its aliases', () => {
    expect(problemsOf('#'.repeat(mappingLimits.text + 1))).toEqual([expect.stringMatching(/longer than/)]);
    expect(problemsOf(`a: [${'1,'.repeat(60_000)}]`)).toEqual([expect.stringMatching(/keys and values/)]);
    expect(problemsOf(`a: &a 1\nb: [${'*a,'.repeat(500)}]`)).toEqual([expect.stringMatching(/aliases/)]);
    const lists = `a: &a [${'1,'.repeat(20_000)}]\nb: [${'*a,'.repeat(100)}]`;
    expect(problemsOf(lists)).toEqual([expect.stringMatching(/aliases \(\*\) stand for too much/)]);
    const doubled = `a: &a [1,1]\n${'bcdefghijklmnopqrs'.replace(/./g, (name) => {
      const former = String.fromCharCode(name.charCodeAt(0) - 1);
      return `${name}: &${name} [*${former},*${former}]\n`;
    })}`;
    expect(problemsOf(doubled)).toHaveLength(1);
  });

  it('names the place', () => {
    const loaded = load(mapping(`values:\n  deep: ${'['.repeat(60)}`));
    expect(loaded).toMatchObject({ ok: false, errors: [{ line: 9, column: 47 }] });
  });

  it('is no shipped mapping, and no brackets and marks within texts', () => {
    expect(
      costOfText(
        `a: '${'['.repeat(300)}'\nb: "${'{'.repeat(300)}"\nc: |\n  ${'- '.repeat(300)}\n# ${'['.repeat(300)}`,
      ),
    ).toBeNull();
    expect(costOfText(Array.from({ length: 9_000 }, (_, i) => `k${i}: v`).join('\n'))).toBeNull();
  });
});

describe('problems', () => {
  it('are reported fifty at a time', () => {
    const keys = Array.from({ length: 18_000 }, (_, i) => `k${i}: 1`).join('\n');
    const problems = problemsOf(mapping(keys));
    expect(problems).toHaveLength(51);
    expect(problems[0]).toMatch(/^"k0" is not known here/);
    expect(problems[50]).toMatch(/more problems; the first 50 are shown/);
    expect(
      problemsOf(
        mapping(`values:\n${Array.from({ length: 300 }, (_, i) => `  v${i}: { from: 'a[' }`).join('\n')}`),
      ),
    ).toHaveLength(51);
  });

  it('name what there is too much of', () => {
    const remove = Array.from({ length: 501 }, (_, i) => `'x${i}'`).join(', ');
    expect(problemsOf(mapping(`values:\n  v: { from: a, remove: [${remove}] }`))).toEqual([
      expect.stringMatching(/may have 500 patterns, and this is one more/),
    ]);
    const asked = Array.from({ length: 501 }, (_, i) => `matches(field('a'), 'x${i}')`);
    const rules = asked.map((when) => `    - { from: a, when: "${when}" }`).join('\n');
    expect(problemsOf(mapping(`values:\n  v:\n${rules}`)).at(-1)).toMatch(/500 (?:patterns|conditions)/);
    const plain = asked.map((_, i) => `    - { from: a, when: "field('a') == '${i}'" }`).join('\n');
    expect(problemsOf(mapping(`values:\n  v:\n${plain}`))).toEqual([
      expect.stringMatching(/may have 500 conditions, and this is one more/),
    ]);
    const words = Object.fromEntries(Array.from({ length: 20_001 }, (_, i) => [`w${i}`, 'x']));
    const loaded = loadMapping(mapping('tables: { t: { words: {} } }'), {
      file: 'own.yaml',
      overrides: { ...overrides, tables: { t: words } },
    });
    expect(loaded).toMatchObject({ errors: [{ message: expect.stringMatching(/20001 words/) as unknown }] });
  });

  it('come with advice for which the schema was made once', () => {
    expect(mappingJsonSchema()).toBe(mappingJsonSchema());
  });

  it('name a key that stands twice', () => {
    expect(problemsOf(mapping('html: true\nhtml: false'))).toEqual([
      expect.stringMatching(/Map keys must be unique/),
    ]);
  });

  it('name forms of dates that cannot be used', () => {
    expect(problemsOf(mapping(`updated_at: { from: at, date: ${'yM'.repeat(40)} }`))).toEqual([
      expect.stringMatching(/form of dates cannot be used: it is longer than 60 signs/),
    ]);
  });
});
