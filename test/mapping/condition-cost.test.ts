import { describe, expect, it } from 'vitest';
import { loadMapping } from '../../src/mapping/compile/load-mapping.js';
import { sandboxReference } from './sandbox-reference.js';
import { exampleOverrides, mappingOf } from './shipped-mapping.js';

const text = (condition: string): string => `name: test
version: 1
format: { container: xml, root: feed, records: feed/ad }
source_id: '@id'
transaction: { const: sale }
values: { long: text }
fields:
  title.sr:
    from: title
    when: ${JSON.stringify(condition)}
`;

function mistake(condition: string): string {
  const loaded = loadMapping(text(condition), { file: 'test.yaml', overrides: exampleOverrides });
  const [first] = loaded.ok ? [] : loaded.errors;
  return first
    ? `${first.line ?? 0}:${first.column ?? 0} ${first.message.replace(/^The condition .*? cannot be understood: /, '')}`
    : '';
}

describe('a condition that may cost too much is refused with its place', () => {
  it.each([
    [
      'too many parts',
      Array(200).fill("field('a') == 'b'").join(' || '),
      /costs too much: it has more than 300 parts/,
    ],
    ['levels', '('.repeat(60) + 'true' + ')'.repeat(60), /costs too much: it has more than/],
    ['a long list', `field('a') in [${Array(300).fill("'x'").join(',')}]`, /costs too much/],
    [
      'a list within a list',
      "long.split(',').exists(a, long.split(',').exists(b, a == b))",
      /costs too much: exists\(…\) stands within exists\(…\)/,
    ],
    [
      'a loop within a loop',
      "['a'].exists(a, ['b'].exists(b, a == b))",
      /exists\(…\) stands within exists\(…\)/,
    ],
    [
      'a long test of each element',
      `long.split(',').all(a, ${Array(30).fill("a == 'b'").join(' || ')})`,
      /what all\(…\) asks of every element has \d+ parts, and 40 are allowed/,
    ],
    [
      'a pattern for each element',
      "long.split(',').exists(a, matches(a, 'b'))",
      /matches\(…\) stands within exists/,
    ],
    [
      'lists made of lists',
      "long.split(',').map(a, a + a).size() > 3",
      /map\(…\) is not known here; ask with exists/,
    ],
    ['bound values', "cel.bind(a, long + long, a == 'b')", /cel\.bind\(…\) is not known here/],
    ['the patterns of JavaScript', "field('a').matches('(a+)+$')", /write matches\(text, 'pattern'\)/],
    ['a pattern from the feed', "matches('a', field('a'))", /takes its pattern as a text in quotes/],
    ['a pattern that is none', "matches(field('a'), '(')", /the pattern '\(' cannot be understood: missing/],
    ['a huge pattern', "matches(field('a'), '(a{1,900}){1,900}')", /the pattern .* cannot be understood/],
    ['an image where there is none', "image('@kind') == 'a'", /only known to the conditions of photos/],
  ])('%s', (_, condition, message) => {
    expect(mistake(condition)).toMatch(/^10:5 /);
    expect(mistake(condition)).toMatch(message);
  });

  it.each([
    "long.split(',').filter(a, a != 'x').exists(a, fold(a) == 'lift')",
    "matches(field('a'), '^(a+)+$') && field('b') in ['c', 'd']",
  ])('%s is fine', (condition) => {
    expect(mistake(condition)).toBe('');
  });
});

describe('one evaluation', () => {
  const { reference } = sandboxReference();
  const milliseconds = (condition: string): number => {
    const mapping = mappingOf(text(condition));
    const value = { '@id': '1', title: 'Stan', text: 'a,'.repeat(1_000_000), a: 'a'.repeat(1_000_000) };
    const started = process.cpuUsage();
    mapping.map({ name: 'ad', value, ancestors: [], header: {} }, { reference, photoMax: 1 });
    return process.cpuUsage(started).user / 1000;
  };

  it.each([
    "long.split(',').exists(a, fold(a) == 'lift' || a.contains('b') || a.startsWith('c'))",
    "matches(field('a'), '(a+)+$') && matches(long, '(a|a|aa)+b')",
    "namesFigure(field('a'), 5, ['m2']) || namesFigure(long, 5, ['m2'])",
  ])('of %s is over soon, whatever the text', (condition) => {
    expect(milliseconds(condition)).toBeLessThan(2000);
  });
});
