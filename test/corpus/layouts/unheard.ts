import { layoutOf, type Layout } from '../layout.js';

/** A way to name fields that says nothing of what they hold. */
type Naming = (position: number) => string;

const syllables = ['ba', 'ko', 'mi', 'ru', 'te', 'zu', 'lo', 'ne'] as const;

const namings = {
  numbered: (position) => `f${position + 1}`,
  fields: (position) => `polje_${position + 1}`,
  letters: (position) => `${String.fromCharCode(65 + (position % 26))}${position < 26 ? '' : 'x'}`,
  syllables: (position) =>
    [position, Math.floor(position / 8), position * 3 + 1].map((one) => syllables[one % 8] ?? '').join(''),
} as const satisfies Record<string, Naming>;

/** Layouts whose headings are taken away: what a field means must follow from its values alone. Each states its currency in a value. */
const bases: readonly (readonly [name: string, naming: keyof typeof namings])[] = [
  ['sr-xml-atributi', 'numbered'],
  ['sr-xml-lokacija', 'syllables'],
  ['sr-csv-status', 'numbered'],
  ['sr-csv-status', 'syllables'],
  ['sr-csv-cirilica', 'letters'],
  ['sr-csv-mesecno', 'fields'],
  ['sr-json-ugnezdeno', 'syllables'],
  ['sr-json-engleski', 'fields'],
  ['hr-json-oglasi', 'numbered'],
  ['hr-xml-velikim-slovima', 'letters'],
  ['sl-xml-nepremicnine', 'syllables'],
  ['bs-json-nekretnine', 'numbered'],
  ['me-xml-zemljiste', 'fields'],
  ['me-json-mjesto', 'letters'],
  ['mk-xml-nedviznosti', 'syllables'],
];

/** Layouts whose names of fields are in no dictionary. @throws if one that it builds on is missing */
export function unheardOf(known: readonly Layout[]): Layout[] {
  return bases.map(([base, naming]) => {
    const shape = known.find(({ name }) => name === base)?.shape;
    if (shape === undefined || shape === null) throw new Error(`There is no layout ${base}.`);
    const names = new Map<string, string>();
    const renamed = (name: string): string => {
      const mark = name.startsWith('@') ? '@' : '';
      const plain = name.slice(mark.length);
      const given = names.get(plain) ?? namings[naming](names.size);
      names.set(plain, given);
      return mark + given;
    };
    const columns = shape.columns.map((column) => ({
      ...column,
      name: column.name.split('/').map(renamed).join('/'),
    }));
    return layoutOf({ ...shape, name: `${base.replace('-', '-x-')}-${naming}`, group: 'unheard', columns });
  });
}
