import { afterEach, describe, expect, it, vi } from 'vitest';
import { Document, Lexer } from 'yaml';
import { parseSource } from '../../src/config/document.js';
import { loadMapping } from '../../src/mapping/compile/load-mapping.js';
import { parseYaml } from '../../src/mapping/language/mapping-errors.js';
import { exampleOverrides } from './shipped-mapping.js';

const mapping = (name: string, condition = "@kind == 'a'"): string => `name: test
version: 1
format: { container: xml, root: feed, records: feed/ad }
source_id: '@id'
transaction: { const: sale }
values: { ${name}: '@kind' }
fields:
  title.sr:
    from: title
    when: ${JSON.stringify(condition)}
`;

function load(text: string): ReturnType<typeof loadMapping> {
  return loadMapping(text, { file: 'test.yaml', overrides: exampleOverrides });
}

/** What a library may do with a text that it does not expect. */
function throws(): never {
  throw new RangeError('odd text\n  in some place');
}

afterEach(() => vi.restoreAllMocks());

describe('a text on which a library throws', () => {
  const mistaken = {
    ok: false,
    errors: [{ file: 'test.yaml', line: 1, column: 1, message: 'This is not usable YAML: odd text' }],
  };

  it('is a mapping with a mistake, where its cost is counted', () => {
    vi.spyOn(Lexer.prototype, 'lex').mockImplementation(throws);
    expect(parseYaml(mapping('kind'), 'test.yaml')).toEqual(mistaken);
  });

  it('is a mapping with a mistake, where it is parsed', () => {
    vi.spyOn(Lexer.prototype, 'lex').mockImplementation(throws);
    expect(parseYaml(mapping('kind'), 'test.yaml', { isBounded: false })).toEqual(mistaken);
  });

  it('is a mapping with a mistake, where its values are made', () => {
    vi.spyOn(Document.prototype, 'toJS').mockImplementation(throws);
    expect(parseYaml(mapping('kind'), 'test.yaml')).toEqual(mistaken);
  });

  it('is a configuration with a problem', () => {
    vi.spyOn(Lexer.prototype, 'lex').mockImplementation(throws);
    const parsed = parseSource('feedsync.yaml', 'feeds: []');
    expect(parsed).toMatchObject({ ok: false, problems: [{ file: 'feedsync.yaml', line: 1, column: 1 }] });
  });

  it.each(['type', 'string', 'list', 'transaction', 'value', 'package', 'while', 'optional'])(
    'is a mapping with a mistake: its value is named %s, as CEL names something',
    (name) => {
      const loaded = load(mapping(name, "field('@kind') == 'a'"));
      const errors = loaded.ok ? [] : loaded.errors;
      expect(errors).toHaveLength(1);
      expect(errors[0]?.line).toBe(10);
      expect(errors[0]?.message).toContain(`conditions keep the name "${name}" for themselves`);
    },
  );

  it('is nothing else for other names', () => {
    expect(load(mapping('kind', "kind == 'a'"))).toMatchObject({ ok: true });
  });
});
