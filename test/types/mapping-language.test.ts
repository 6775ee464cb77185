import { expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import type {
  MappingFile,
  mappingSchema,
  RuleInput,
  RulesInput,
  TableInput,
  Target,
} from '../../src/mapping/language/mapping-schema.js';
import type { KindOf, PayloadField, RuleKind } from '../../src/mapping/language/payload-fields.js';
import type { VocabularyField } from '../../src/model/reference.js';

test('a mapping file is what its schema reads, with what it left out filled in', () => {
  type Written = z.input<typeof mappingSchema>;
  expectTypeOf<Written['tables']>().extract<undefined>().toEqualTypeOf<undefined>();
  expectTypeOf<MappingFile['tables']>().toEqualTypeOf<Record<string, TableInput>>();
  expectTypeOf<MappingFile['version']>().toEqualTypeOf<number>();
  expectTypeOf<MappingFile['entities']>().toEqualTypeOf<'once' | 'twice'>();
  expectTypeOf<MappingFile['source_id']>().toEqualTypeOf<RulesInput>();
  expectTypeOf<MappingFile['extends']>().toEqualTypeOf<string | undefined>();
});

test('one rule stands wherever rules may stand', () => {
  expectTypeOf<RuleInput>().toExtend<RulesInput>();
  expectTypeOf<MappingFile['values'][string]>().toEqualTypeOf<RulesInput>();
});

test('a table names a vocabulary of the portal, and its words mean text, numbers, flags, nothing or several words', () => {
  expectTypeOf<NonNullable<TableInput['vocabulary']>>().toExtend<VocabularyField>();
  expectTypeOf<TableInput['words']>().toEqualTypeOf<Record<string, Target>>();
  expectTypeOf<Target>().toEqualTypeOf<string | number | boolean | string[] | null>();
});

test('a kind of rule is known by its name, with the limits that only it has', () => {
  expectTypeOf<KindOf<'word'>['vocabulary']>().toEqualTypeOf<VocabularyField>();
  expectTypeOf<KindOf<'choice'>['values']>().toEqualTypeOf<readonly string[]>();
  expectTypeOf<KindOf<'flag'>>().toEqualTypeOf<{ kind: 'flag' }>();
  expectTypeOf<KindOf<'text'>>().not.toHaveProperty('vocabulary');
  expectTypeOf<KindOf<'instant'>>().toExtend<RuleKind>();
  expectTypeOf<KindOf<'instant'>>().not.toExtend<PayloadField>();
});
