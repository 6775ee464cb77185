import { ownEntry } from '../../model/own-value.js';
import type { WordList } from '../../model/reference.js';
import type { MappingFile, RuleInput, RulesInput, Target } from '../language/mapping-schema.js';
import { attributePointer } from './open-fields.js';
import { booleanTable, commonFlags } from '../words/boolean-words.js';
import { statePointer } from '../../model/content.js';
import { stateList } from './state.js';
import { payloadFields, pointerOf } from '../language/payload-fields.js';

/** The words that a mapping knows, and the tables in which they are looked up. For pages on which the operator maps new words. */
export interface Dictionary {
  /** The tables in which words of a field are looked up. @param pointer JSON pointer of the payload field */
  tablesOf(pointer: string): readonly string[];
  /** The list to which the field's values belong; null if they belong to none. */
  vocabularyOf(pointer: string): WordList | null;
  /** For each table, the list to which its targets belong; null if they belong to none. */
  readonly lists: ReadonlyMap<string, WordList | null>;
  /**
   * The words of a table with their targets, the agency's own words included. Bits, patterns and phrases are left out, and so are the words
   * that feedsync ships, except those for yes and no.
   */
  words(table: string): readonly (readonly [word: string, target: Target])[];
}

/** @param extra the agency's own words, by table */
export function dictionaryOf(
  mapping: MappingFile,
  extra: Readonly<Record<string, Readonly<Record<string, Target>>>>,
): Dictionary {
  const tables = new Map<string, string[]>();
  const hasOwnFlags = Object.hasOwn(mapping.tables, booleanTable);
  /** @param isFlag whether the field takes yes and no; null: whatever its rule makes */
  const note = (pointer: string, input: unknown, isFlag: boolean | null = false): void => {
    const rules = rulesOf(input);
    const named = new Set(rules.flatMap(({ table }) => table ?? []));
    const readsFlags = isFlag ?? rules.some(({ bool }) => bool !== undefined);
    if (named.size === 0 && readsFlags && !hasOwnFlags) named.add(booleanTable);
    tables.set(pointer, [...named]);
  };
  note('/transaction', mapping.transaction);
  const {
    attributes = {},
    'rent.utilities_included': utilities,
    house_rules: rules,
    ...others
  } = mapping.fields;
  for (const [path, input] of Object.entries(others)) {
    const field = payloadFields.get(path);
    // The agency states a fact that is asked for: a word of the feed gives it no value.
    note(pointerOf(path), input, field?.kind === 'flag' && field.asked === undefined);
  }
  for (const money of ['price', 'rent'] as const) {
    const named = rulesOf(others[`${money}.amount` as never]).flatMap(currencyTables);
    const pointer = pointerOf(`${money}.currency`);
    if (named.length > 0) tables.set(pointer, [...new Set([...(tables.get(pointer) ?? []), ...named])]);
  }
  if (mapping.state !== undefined) note(statePointer, mapping.state, null);
  note(roomTypePointer, mapping.fields.photos?.room_type);
  for (const [name, input] of Object.entries(attributes))
    note(attributePointer(name), typeof input === 'object' && 'value' in input ? input.value : input, null);
  for (const [name, input] of Object.entries(utilities ?? {}))
    note(pointerOf(`rent.utilities_included.${name}`), input, true);
  for (const [name, input] of Object.entries(rules ?? {}))
    note(pointerOf(`house_rules.${name}`), input, null);
  return {
    tablesOf: (pointer) => tables.get(pointer) ?? [],
    vocabularyOf: (pointer) => {
      if (pointer === roomTypePointer) return 'room_type';
      if (pointer === statePointer) return mapping.state === undefined ? null : stateList;
      const field = payloadFields.get(pointer.slice(1).replaceAll('/', '.'));
      return field !== undefined && 'vocabulary' in field ? field.vocabulary : null;
    },
    lists: new Map([
      [booleanTable, null],
      ...Object.entries(mapping.tables).map(
        ([name, { vocabulary = null, states }]) =>
          [name, states === undefined ? vocabulary : stateList] as const,
      ),
    ]),
    words: (table) => {
      if (table === booleanTable && !hasOwnFlags)
        return [...commonFlags, ...Object.entries(ownEntry(extra, table) ?? {})];
      const { words = {}, containing = {} } = ownEntry(mapping.tables, table) ?? {};
      return Object.entries({ ...words, ...containing, ...ownEntry(extra, table) });
    },
  };
}

/** The tables for words of currencies that `amount:` of a rule names. */
function currencyTables({ amount }: RuleInput): string[] {
  const currencies = typeof amount === 'object' ? [amount.currency ?? []].flat() : [];
  return currencies.flatMap((currency) => (typeof currency === 'object' ? (currency.table ?? []) : []));
}

const roomTypePointer = '/photos/room_type';

function rulesOf(input: unknown): RuleInput[] {
  const list = (Array.isArray(input) ? input : [input]) as (RulesInput | undefined)[];
  return list.filter((rule): rule is RuleInput => typeof rule === 'object' && !Array.isArray(rule));
}
