import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { statedFields, statedMistakes, statedProblem } from '../../src/mapping/language/stated-facts.js';

const mandate = 'legal.mandate_attested';
const head = `name: own
version: 1
format: { container: xml, root: ads, records: ads/ad }
source_id: id
transaction: { from: type, table: type }
`;
const rest = `
values: { sent: sent, other: other }
tables: { type: { words: { s: sale } }, yes: { words: { da: true } }, streets: { words: {} } }
`;

function mistakes(former: string, now: string): string[] {
  const replaces = { text: { text: `${head}${former}${rest}`, file: 'former.yaml' }, bases: {} };
  return statedMistakes(parse(now.includes('values:') ? now : `${head}${now}${rest}`), replaces).map(
    ({ at }) => at.join('/'),
  );
}

const field = (rule: string, more = ''): string => `fields: { ${mandate}: ${rule}${more} }`;
const whole = (rule: string, change: (text: string) => string): string =>
  change(`${head}${field(rule, ', title.sr: title')}${rest}`);

it('what agencies state is the mandate and whether the owner lives nearby', () => {
  expect(statedFields.toSorted()).toEqual([mandate, 'rent.owner_lives_nearby']);
});

describe('a text that takes the place of another', () => {
  it('may read what is stated as that one does, and leave it out', () => {
    expect(mistakes(field('{ from: m, table: yes }'), field('{ from: m, table: yes }'))).toEqual([]);
    expect(mistakes(field('{ from: m, table: yes }'), 'fields: {}')).toEqual([]);
    expect(mistakes('fields: {}', 'fields: { title.sr: title }')).toEqual([]);
  });

  it.each(['{ const: true }', 'm', '{ from: m, bool: present }', '[m, { const: true }]'])(
    'may not read it by %s',
    (rule) => {
      expect(mistakes('fields: {}', field(rule))).toEqual([`fields/${mandate}`]);
      expect(mistakes(field('{ from: m, table: yes }'), field(rule))).toEqual([`fields/${mandate}`]);
    },
  );

  it.each([
    ['the table', '{ from: m, table: yes }', 'da: true', 'da: true, ne: true'],
    ['a named value', '{ from: $sent, table: yes }', 'sent: sent', 'sent: id'],
    ['a value that its condition asks for', `{ from: m, when: "sent == 'x'" }`, 'sent: sent', 'sent: id'],
    ['the transaction of its condition', `{ const: true, when: "transaction == ''" }`, 's: sale', 's: rent'],
    ['a field of its condition', `{ const: true, when: "mapped('title.sr') == 'x'" }`, 'sr: title', 'sr: id'],
    [
      'what is a yes',
      '{ from: m, bool: { true: [x], false: [y] } }',
      'values:',
      'booleans: { true: [n], false: [j] }\nvalues:',
    ],
  ])('may not change what that one reads it by: %s', (_, rule, from, to) => {
    const former = field(rule, ', title.sr: title');
    expect(
      mistakes(
        former,
        whole(rule, (text) => text),
      ),
    ).toEqual([]);
    expect(
      mistakes(
        former,
        whole(rule, (text) => text.replace(from, to)),
      ),
    ).toEqual([`fields/${mandate}`]);
  });

  it('may change what it is not read by', () => {
    const rule = '{ from: m, table: yes }';
    const former = field(rule, ', title.sr: title');
    for (const [from, to] of [
      ['sr: title', 'sr: id'],
      ['other: other', 'other: id'],
      ['streets: { words: {} }', 'streets: { words: { a: b } }'],
      ['s: sale', 's: rent'],
    ] as const)
      expect(
        mistakes(
          former,
          whole(rule, (text) => text.replace(from, to)),
        ),
      ).toEqual([]);
  });
});

describe('a change over a mapping', () => {
  const tablesOf = (pointer: string): readonly string[] =>
    pointer === '/legal/mandate_attested' ? ['yes'] : [];
  const why = (
    kind: 'constant' | 'unmapped' | 'word' | 'answer',
    subject: string,
    value: unknown,
  ): string | null => statedProblem({ kind, subject, value }, tablesOf);

  it('states nothing by a constant, a word of a table that is asked, or what unknown words mean', () => {
    for (const name of statedFields) expect(why('constant', name, true)).toContain(name);
    expect(why('word', 'yes\nne', true)).toContain(mandate);
    expect(why('unmapped', mandate, { use: 'da' })).toContain(mandate);
    expect(why('unmapped', 'mandate_attested', { use: 'da' })).toContain(mandate);
  });

  it('may say all else', () => {
    expect(why('constant', 'price.currency', 'EUR')).toBeNull();
    expect(why('word', 'streets\nne', true)).toBeNull();
    expect(why('unmapped', mandate, 'wait')).toBeNull();
    expect(why('answer', 'mandate_attested', true)).toBeNull();
  });
});
