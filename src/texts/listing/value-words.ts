import type { Vocabulary, VocabularyEntry } from '../../model/reference.js';
import type { Sentence } from '../../model/sentence.js';

const yes: Sentence = { sr: 'da', en: 'yes' };
const no: Sentence = { sr: 'ne', en: 'no' };

/** Values that the portal's specification fixes, so that no vocabulary names them. */
const choices: Readonly<Record<string, Sentence | undefined>> = {
  sale: { sr: 'prodaja', en: 'sale' },
  rent: { sr: 'izdavanje', en: 'rent' },
  active: { sr: 'u ponudi', en: 'on offer' },
  inactive: { sr: 'neaktivan', en: 'inactive' },
  same_apartment: { sr: 'u istom stanu', en: 'in the same flat' },
  same_floor: { sr: 'na istom spratu', en: 'on the same floor' },
  upstairs: { sr: 'na spratu iznad', en: 'upstairs' },
  downstairs: { sr: 'na spratu ispod', en: 'downstairs' },
  same_building: { sr: 'u istoj zgradi', en: 'in the same building' },
  same_street: { sr: 'u istoj ulici', en: 'in the same street' },
  walking_distance: { sr: 'na nekoliko minuta hoda', en: 'within walking distance' },
};

/** The label of an entry in a language. The portal's Serbian labels are read before its English ones. */
export function labelOf({ key, labels: [first = key, second = first] }: VocabularyEntry): Sentence {
  return { sr: first, en: second };
}

/** The label of a key or of a stored label, by whichever list of the portal has it; null: none has. */
export function labelAmong(text: string, vocabulary: Vocabulary): Sentence | null {
  const entries = Object.values(vocabulary.fields).flat();
  const found =
    entries.find(({ key }) => key === text) ?? entries.find(({ labels }) => labels.includes(text));
  return found === undefined ? null : labelOf(found);
}

/** A value of a payload as people read it, by the portal's labels; null: the value itself is what people read. */
export function valueWords(
  value: unknown,
  entries: Vocabulary['fields'][keyof Vocabulary['fields']],
): Sentence | null {
  if (typeof value === 'boolean') return value ? yes : no;
  if (Array.isArray(value)) {
    const parts = value.map((one: unknown) => (typeof one === 'string' ? valueWords(one, entries) : null));
    return parts.length === 0 || parts.includes(null)
      ? null
      : {
          sr: parts.map((part) => part?.sr).join(', '),
          en: parts.map((part) => part?.en).join(', '),
        };
  }
  if (typeof value !== 'string') return null;
  const entry = entries.find(({ key }) => key === value);
  if (entry !== undefined) return labelOf(entry);
  return Object.hasOwn(choices, value) ? (choices[value] ?? null) : null;
}
