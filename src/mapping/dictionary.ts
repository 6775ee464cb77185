import type { VocabularyField } from '../core/reference.js';
import type { MappingFile, RuleInput, RulesInput, Target } from './mapping-schema.js';
import { payloadFields, pointerOf } from './payload-fields.js';

/** Which words a mapping knows, and where it looks them up: for people who give a meaning to new ones. */
export interface Dictionary {
  /** Tables in which words of a field are looked up, by JSON pointer of the field. */
  tablesOf(pointer: string): readonly string[];
  /** The portal's list whose words the field takes. */
  vocabularyOf(pointer: string): VocabularyField | null;
  /** What a table has, the agency's own words included. */
  words(table: string): readonly (readonly [word: string, target: Target])[];
}

export function dictionaryOf(
  mapping: MappingFile,
  extra: Readonly<Record<string, Readonly<Record<string, Target>>>>,
): Dictionary {
  const tables = new Map<string, string[]>();
  const note = (pointer: string, input: unknown): void => {
    tables.set(pointer, [...new Set(rulesOf(input).flatMap(({ table }) => table ?? []))]);
  };
  note('/transaction', mapping.transaction);
  for (const [path, input] of Object.entries(mapping.fields)) note(pointerOf(path), input);
  return {
    tablesOf: (pointer) => tables.get(pointer) ?? [],
    vocabularyOf: (pointer) => {
      const field = payloadFields.get(pointer.slice(1).replaceAll('/', '.'));
      return field !== undefined && 'vocabulary' in field ? field.vocabulary : null;
    },
    words: (table) => {
      const { words = {}, containing = {} } = mapping.tables[table] ?? {};
      return Object.entries({ ...words, ...containing, ...extra[table] });
    },
  };
}

function rulesOf(input: unknown): RuleInput[] {
  const list = (Array.isArray(input) ? input : [input]) as (RulesInput | undefined)[];
  return list.filter((rule): rule is RuleInput => typeof rule === 'object' && !Array.isArray(rule));
}
