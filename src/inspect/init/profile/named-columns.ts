import type { FieldProfile } from './field-profile.js';

const nameColumn = /^(.*\d)[\s_-]*(?:name|naziv|ime)$/i;
const valueColumn = /^(.*\d)[\s_-]*(?:value|values|value\(s\)|vrednost|vrijednost)$/i;

/**
 * The fields, each column of values under the name that the column beside it says in all records: shop software exports `Attribute 1 name` with
 * "Površina" and `Attribute 1 value(s)`. Where it says several names, the columns stay as they are.
 */
export function namedByNeighbours(fields: readonly FieldProfile[]): FieldProfile[] {
  const told = new Map<string, string>();
  for (const { name, distinct } of fields) {
    const [, stem] = nameColumn.exec(name) ?? [];
    const [only = '', ...others] = distinct.keys();
    if (stem !== undefined && only !== '' && others.length === 0) told.set(stem, only);
  }
  if (told.size === 0) return [...fields];
  return fields.map((field) => {
    const [, stem = ''] = valueColumn.exec(field.name) ?? [];
    const name = told.get(stem);
    return name === undefined ? field : { ...field, name };
  });
}
