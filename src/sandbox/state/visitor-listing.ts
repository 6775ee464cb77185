import type { PlaceDirectory } from './places.js';
import type { SandboxVocabulary, VocabularyDocument, VocabularyEntry } from './vocabulary.js';

/** A stored payload as a visitor of the portal reads it: labels in place of keys, and the name of the place. */
export interface VisitorListing {
  /** One per language, Serbian first. */
  titles: Text[];
  descriptions: Text[];
  transaction: string;
  category: string;
  /** `€ 120,000`, `€ 400 a month`; empty without a price. */
  price: string;
  /** Address, neighbourhood and place, without the missing parts. */
  address: string;
  /** Area, rooms and floor: the facts on a listing's card. */
  keyFacts: string[];
  /** The other fields that a visitor may see, with their labels. The mandate and the note on the title deed are left out. */
  facts: { label: string; value: string }[];
  amenities: string[];
  photos: { url: string; caption: string | null; room: string | null }[];
}

interface Text {
  language: string;
  text: string;
}

interface Words {
  vocabulary: SandboxVocabulary;
  places: PlaceDirectory;
}

type Tree = Readonly<Record<string, unknown>>;

/** An optional field that the payload lacks gives an empty text, an empty list or null. @param payload as stored */
export function asVisitorsSee(payload: Tree, words: Words): VisitorListing {
  const { document } = words.vocabulary;
  return {
    titles: textsOf(payload.title),
    descriptions: textsOf(payload.description),
    transaction: labelOf(payload.transaction, document.transaction),
    category: labelOf(payload.category, document.categories),
    price: priceOf(payload),
    address: addressOf(treeOf(payload.location), words.places),
    keyFacts: keyFactsOf(treeOf(payload.structure)),
    facts: factsOf(payload, document),
    amenities: listOf(payload.amenities).map((key) => labelOf(key, document.amenities)),
    photos: listOf(payload.photos).map((photo) => {
      const { url, caption, room_type: room } = treeOf(photo);
      return {
        url: textOf(url) ?? '',
        caption: textOf(caption),
        room: room == null ? null : labelOf(room, document.room_types),
      };
    }),
  };
}

const languages = ['sr', 'en', 'tr', 'de', 'ru'];

function textsOf(texts: unknown): Text[] {
  const known = treeOf(texts);
  return languages.flatMap((language) => {
    const text = known[language];
    return typeof text === 'string' && text !== '' ? [{ language, text }] : [];
  });
}

function priceOf({ price, rent }: Tree): string {
  const { amount, currency } = treeOf(price ?? rent);
  if (typeof amount !== 'number') return '';
  const money = new Intl.NumberFormat('en', { maximumFractionDigits: 2 }).format(amount);
  return `${currency === 'EUR' ? '€' : String(currency)} ${money}${rent == null ? '' : ' a month'}`;
}

function addressOf({ address_line, neighbourhood, place_id }: Tree, places: PlaceDirectory): string {
  const place = typeof place_id === 'string' ? places.byId(place_id) : undefined;
  const city = place?.city_name_sr === place?.name_sr ? null : place?.city_name_sr;
  return [address_line, neighbourhood, place?.name_sr, city]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(', ');
}

function keyFactsOf({ area_sqm, rooms, bedrooms, floor, total_floors }: Tree): string[] {
  const storey = typeof floor === 'number' ? (floor === 0 ? 'ground floor' : `floor ${floor}`) : null;
  return [
    typeof area_sqm === 'number' ? `${area_sqm} m²` : null,
    counted(rooms, 'room'),
    typeof rooms === 'number' ? null : counted(bedrooms, 'bedroom'),
    storey === null ? null : `${storey}${typeof total_floors === 'number' ? ` of ${total_floors}` : ''}`,
  ].filter((fact) => fact !== null);
}

function counted(count: unknown, noun: string): string | null {
  return typeof count === 'number' ? `${count} ${noun}${count === 1 ? '' : 's'}` : null;
}

const onTheCard = new Set(['area_sqm', 'rooms', 'floor', 'total_floors']);

function factsOf(payload: Tree, document: VocabularyDocument): VisitorListing['facts'] {
  const enumerations: Readonly<Record<string, readonly VocabularyEntry[]>> = {
    building_group: document.building_group,
    condition: document.condition,
    furnished: document.furnished,
    heating: document.heating,
    ownership_status: document.ownership_status,
    legalization_status: document.legalization_status,
    type: document.rental_type,
  };
  const attributeLabels = document.attributes_by_category[String(payload.category)] ?? [];
  const labelled = (part: unknown, labels: readonly VocabularyEntry[] = []): VisitorListing['facts'] =>
    Object.entries(treeOf(part)).flatMap(([name, value]) => {
      if (value == null || onTheCard.has(name)) return [];
      const label = labels.length > 0 ? labelOf(name, labels) : sentence(name);
      return [{ label, value: valueOf(value, enumerations[name]) }];
    });
  const rent = { ...treeOf(payload.rent), amount: null, currency: null };
  return [
    ...labelled(payload.structure),
    ...labelled(payload.attributes, attributeLabels),
    ...labelled(rent),
    ...labelled(payload.house_rules),
    ...labelled({ ...treeOf(payload.legal), mandate_attested: null, tapija_note: null }),
    ...labelled({
      agent: treeOf(payload.agent).email,
      video: payload.video_url,
      tour: payload.virtual_tour_url,
    }),
  ];
}

function valueOf(value: unknown, labels: readonly VocabularyEntry[] | undefined): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') {
    const parts = Object.entries(treeOf(value)).map(
      ([name, part]) => `${sentence(name)}: ${valueOf(part, undefined)}`,
    );
    return parts.join(', ');
  }
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : '';
  return labels ? labelOf(value, labels) : value;
}

/** The English label of a key; without an entry, the key itself. */
function labelOf(key: unknown, entries: readonly VocabularyEntry[]): string {
  return entries.find((entry) => entry.key === key)?.label_en ?? String(key);
}

/** The name of a field as a label: `year_built` becomes `Year built`. */
function sentence(name: string): string {
  const words = name.replaceAll('_', ' ').replace(' sqm', ' (m²)').replace(/ pct$/, ' (%)');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function treeOf(value: unknown): Tree {
  return typeof value === 'object' && value !== null ? (value as Tree) : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
