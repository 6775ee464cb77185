import type { FieldProfile } from './field-profile.js';

const nameColumn = /^(.*\d)[\s_-]*(?:name|naziv|ime)$/i;
/** The words in front, and the number behind: `Naziv svojstva 1`, `Vrijednost(i) svojstva 1`. */
const nameBefore = /^(?:naziv|name|ime|nom|nombre|nome|nazwa|bezeichnung)[\s_-].*?(\d+)$/i;
const valueBefore =
  /^(?:value|values|vrednost|vrijednost|vrednosti|valeur|valor|valores|valore|wert|wartość)(?:\(\p{L}+\))?[\s_-].*?(\d+)$/iu;
const valueColumn = /^(.*\d)[\s_-]*(?:value|values|value\(s\)|vrednost|vrijednost)$/i;

/**
 * The fields, each column of values under the name that the column beside it says in all records: shop software exports `Attribute 1 name` with
 * "Površina" and `Attribute 1 value(s)`. Where it says several names, the columns stay as they are.
 */
export function namedByNeighbours(fields: readonly FieldProfile[]): FieldProfile[] {
  const told = new Map<string, string>();
  for (const { name, distinct } of fields) {
    const [, stem] = nameColumn.exec(name) ?? nameBefore.exec(name) ?? [];
    const [only = '', ...others] = distinct.keys();
    if (stem !== undefined && only !== '' && others.length === 0) told.set(stem, only);
  }
  if (told.size === 0) return [...fields];
  return fields.map((field) => {
    const [, stem = ''] = valueColumn.exec(field.name) ?? valueBefore.exec(field.name) ?? [];
    const name = told.get(stem);
    return name === undefined ? field : { ...field, name };
  });
}
