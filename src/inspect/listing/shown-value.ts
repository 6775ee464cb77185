import { payloadFields } from '../../mapping/language/payload-fields.js';
import type { Vocabulary } from '../../model/reference.js';
import type { Sentence } from '../../model/sentence.js';
import { valueWords } from '../../texts/listing/value-words.js';

/** How people read a value of a field, in both languages; null: as it is. @param path payload path or JSON pointer */
export function shownFieldValue(
  path: string,
  value: unknown,
  vocabulary: Vocabulary | null,
): Sentence | null {
  const field = payloadFields.get(path.replace(/^\//, '').replaceAll('/', '.'));
  const list = field !== undefined && 'vocabulary' in field ? field.vocabulary : null;
  return valueWords(value, list === null ? [] : (vocabulary?.fields[list] ?? []));
}
