import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { shuffledKey } from './invented.js';
import {
  amenities,
  attributes,
  businessPremises,
  categories,
  heating,
  land,
  specified,
  type Kind,
  type Word,
} from './vocabulary-words.js';

export interface VocabularyEntry {
  key: string;
  label_en: string;
  label_sr: string;
}

/** A category. Its group is the kind of property, such as business premises. */
interface CategoryEntry extends VocabularyEntry {
  group_en: string;
  group_sr: string;
}

interface AttributeEntry extends VocabularyEntry {
  type: 'boolean' | 'integer' | 'number' | 'string';
  /** The values allowed; absent: any value of the type. */
  values?: VocabularyEntry[];
}

/** The document of GET /vocabularies. The keys of category, heating, amenities and attributes are invented; the others are the spec's. */
export interface VocabularyDocument {
  /** `sha256:` and the hash of the RFC 8785 form of the document without this field. */
  version: string;
  categories: CategoryEntry[];
  transaction: VocabularyEntry[];
  heating: VocabularyEntry[];
  condition: VocabularyEntry[];
  furnished: VocabularyEntry[];
  building_group: VocabularyEntry[];
  ownership_status: VocabularyEntry[];
  legalization_status: VocabularyEntry[];
  rental_type: VocabularyEntry[];
  room_types: VocabularyEntry[];
  amenities: VocabularyEntry[];
  remove_reasons: VocabularyEntry[];
  attributes_by_category: Record<string, AttributeEntry[]>;
}

/** The vocabulary that the portal serves, and the categories that its import rules treat in a special way. */
export interface SandboxVocabulary {
  document: VocabularyDocument;
  /** Keys of the categories in which a rental need not state whether the owner lives nearby. */
  businessPremises: ReadonlySet<string>;
  /** Keys of the categories without a building: the fields of a building do not apply to them. */
  land: ReadonlySet<string>;
}

/** The sandbox's own vocabulary. @param shuffleKeys replaces every invented key by a meaningless one; labels stay */
export function createVocabulary(shuffleKeys = false): SandboxVocabulary {
  const key = (field: string, name: string): string => (shuffleKeys ? shuffledKey(`${field}:${name}`) : name);
  const entry =
    (field: string) =>
    ([name, en, sr]: Word): VocabularyEntry => ({ key: key(field, name), label_en: en, label_sr: sr });
  const categoryKeys = (kind: Kind): ReadonlySet<string> =>
    new Set(categories.filter((c) => c.kind === kind).map((c) => key('category', c.word[0])));

  const document = withVersion({
    ...specified,
    categories: categories.map(({ word, kind }) => ({
      ...entry('category')(word),
      group_en: kind.en,
      group_sr: kind.sr,
    })),
    heating: heating.map(entry('heating')),
    amenities: amenities.map(entry('amenity')),
    attributes_by_category: Object.fromEntries(
      categories.map(({ word, kind }) => [
        key('category', word[0]),
        attributes(kind).map(({ word: attribute, type, values }) => ({
          ...entry('attribute')(attribute),
          type,
          ...(values !== undefined && { values: values.map(entry('attribute value')) }),
        })),
      ]),
    ),
  });
  return { document, businessPremises: categoryKeys(businessPremises), land: categoryKeys(land) };
}

/** The document with the version that follows from its content. A version that it has already is replaced. */
export function withVersion(document: Omit<VocabularyDocument, 'version'>): VocabularyDocument {
  const content: Partial<VocabularyDocument> = { ...document };
  delete content.version;
  const hash = createHash('sha256')
    .update(canonicalize(content) ?? '')
    .digest('hex');
  return { ...document, version: `sha256:${hash}` };
}
