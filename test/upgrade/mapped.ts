import { parse } from 'yaml';
import type { Place, Vocabulary, VocabularyEntry } from '../../src/model/reference.js';
import type { RecordSurroundings } from '../../src/model/feed-format.js';
import type { RecordObject } from '../../src/model/record.js';
import type { MappingOverrides } from '../../src/mapping/compile/load-mapping.js';
import type { CaseCells } from '../../src/mapping/check/case-record.js';
import { exampleOverrides } from '../mapping/shipped-mapping.js';
import type { AgencyText } from './agency-texts.js';
import type { Mapper } from './release.js';

/** Mapping files by name, without `.yaml`, and the files of cases beside them. */
export interface MappingFolder {
  mappings: Readonly<Record<string, string>>;
  cases: Readonly<Record<string, string>>;
}

/** What became of the records of a text: what each was mapped to, or why the text cannot be used. */
export interface Mapped {
  text: string;
  records: unknown[];
}

interface Cases {
  reference: {
    vocabulary: Record<string, Record<string, string[]>>;
    places: {
      id: string;
      name: string;
      name_en?: string;
      code?: string;
      within?: string;
      lat?: number;
      lng?: number;
    }[];
    attributes?: Record<
      string,
      Record<
        string,
        {
          labels?: string[];
          type?: 'boolean' | 'integer' | 'number' | 'string';
          words?: Record<string, string[]>;
        }
      >
    >;
  };
  overrides?: Overrides;
  cases: {
    name: string;
    record?: string;
    cells?: CaseCells;
    header?: RecordObject;
    ancestors?: RecordSurroundings['ancestors'];
    photo_max?: number;
    overrides?: Overrides;
  }[];
}

type Overrides = Partial<MappingOverrides> & { id_prefix?: string; business_premises?: string[] };

const fields = [
  ...['category', 'heating', 'furnished', 'condition', 'building_group', 'ownership_status', 'rental_type'],
  ...['legalization_status', 'amenity', 'room_type'],
];

/** Maps the records of every case, with the words and places that stand beside it. */
export function mapCases({ mappings, cases }: MappingFolder, mapper: Mapper): Mapped[] {
  const bases = basesOf(mappings);
  return Object.entries(cases).flatMap(([name, text]) => {
    const { reference, overrides, cases: list } = parse(text) as Cases;
    const known = mapper.createReference(vocabularyOf(reference), reference.places.map(placeOf));
    return list.map((one) => {
      const loaded = mapper.loadMapping(mappings[name] ?? '', {
        file: `${name}.yaml`,
        bases,
        overrides: overridesOf({ ...overrides, ...one.overrides }),
      });
      if (!loaded.ok) return { text: `${name}: ${one.name}`, records: [loaded.errors] };
      const { mapping } = loaded;
      const surroundings = { header: one.header ?? {}, ancestors: one.ancestors ?? [] };
      const record = mapper.parseCase(mapper.caseText(one, mapping.format), surroundings, mapping.format);
      const environment = { reference: known, photoMax: one.photo_max ?? 64 };
      return { text: `${name}: ${one.name}`, records: [mapping.map(record, environment)] };
    });
  });
}

/** Maps records under texts of agencies, with the words and places of the cases of one mapping. */
export function mapTexts(
  texts: readonly AgencyText[],
  { mappings, cases }: MappingFolder,
  mapper: Mapper,
): Mapped[] {
  const { reference } = parse(cases['estate-sistem'] ?? '') as Cases;
  const known = mapper.createReference(vocabularyOf(reference), reference.places.map(placeOf));
  const environment = { reference: known, photoMax: 64 };
  return texts.map(({ name, text, bases, records }) => {
    const loaded = mapper.loadMapping(text, {
      file: 'text.yaml',
      bases: basesOf({ ...mappings, ...bases }),
      overrides: exampleOverrides,
    });
    if (!loaded.ok) return { text: name, records: [loaded.errors] };
    const { mapping } = loaded;
    return {
      text: name,
      records: records.map(({ record, header }) => {
        const nothing = { header: {}, ancestors: [] };
        const before = header === null ? null : mapper.parseCase(header, nothing, mapping.format);
        const around = { header: before?.value ?? {}, ancestors: ancestorsIn(record) };
        const isWithin = around.ancestors.length > 0;
        const own = isWithin ? (/<ad.*?\/>|<ad.*<\/ad>/s.exec(record)?.[0] ?? '') : record;
        return mapping.map(mapper.parseCase(own, around, mapping.format), environment);
      }),
    };
  });
}

/** A record is written with what is around it, where that matters: the innermost `ad` is the record. */
function ancestorsIn(text: string): RecordSurroundings['ancestors'] {
  return [...text.matchAll(/<(list|section)((?: \w+="\w+")*)>/g)].map(([, name = '', attributes = '']) => ({
    name,
    attributes: Object.fromEntries(
      [...attributes.matchAll(/(\w+)="(\w+)"/g)].map(([, key = '', value = '']) => [key, value]),
    ),
  }));
}

function basesOf(texts: Readonly<Record<string, string>>): Record<string, { file: string; text: string }> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, { file: `${name}.yaml`, text }]),
  );
}

const entriesOf = (words: Record<string, string[]> = {}): VocabularyEntry[] =>
  Object.entries(words).map(([key, labels]) => ({ key, labels }));

function vocabularyOf({ vocabulary, attributes = {} }: Cases['reference']): Vocabulary {
  const known = fields.map((field) => [field, entriesOf(vocabulary[field])]);
  const own = Object.entries(attributes).map(([category, list]) => [
    category,
    Object.entries(list).map(([key, { labels = [], type = null, words }]) => ({
      ...{ key, labels, type },
      words: entriesOf(words),
    })),
  ]);
  return {
    version: 'cases',
    fields: Object.fromEntries(known) as Vocabulary['fields'],
    attributes: Object.fromEntries(own) as NonNullable<Vocabulary['attributes']>,
  };
}

function placeOf(
  place: Cases['reference']['places'][number],
  _: number,
  all: Cases['reference']['places'],
): Place {
  const city = all.find(({ id }) => id === place.within);
  return {
    id: place.id,
    type: city ? 'municipality' : 'city',
    nameSr: place.name,
    nameEn: place.name_en ?? null,
    officialCode: place.code ?? null,
    cityId: city?.id ?? null,
    cityNameSr: city?.name ?? null,
    lat: place.lat ?? null,
    lng: place.lng ?? null,
  };
}

function overridesOf({
  id_prefix: idPrefix = '',
  business_premises: businessPremises = [],
  ...rest
}: Overrides): MappingOverrides {
  return {
    ...{ tables: {}, constants: {}, answers: {}, timezone: 'UTC' },
    ...rest,
    ...{ idPrefix, businessPremises },
  };
}
