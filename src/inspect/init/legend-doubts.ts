import type { FieldProfile } from './profile/field-profile.js';
import type { ListedCodes } from './profile/legend-rows.js';

/** Sentences about what lists of codes were used for: the sheets that columns are read by, those that explain no column, and columns in doubt. */
export function legendDoubts(lists: readonly ListedCodes[], fields: readonly FieldProfile[]): string[] {
  const isUsed = ({ words }: ListedCodes): boolean => fields.some(({ codes }) => codes === words);
  const sheetsOf = (some: readonly ListedCodes[]): string[] => [
    ...new Set(some.flatMap(({ sheet }) => sheet ?? [])),
  ];
  const used = sheetsOf(lists.filter(isUsed));
  const unused = sheetsOf(lists).filter((sheet) => !used.includes(sheet));
  const disputed = fields.filter((field) => field.disputed === true).map(({ path }) => path);
  return [
    ...(used.length === 0 ? [] : [`Codes are read by what these sheets explain: ${quoted(used)}.`]),
    ...(unused.length === 0
      ? []
      : [`These sheets seem to explain codes, but no column is read by them: ${quoted(unused)}.`]),
    ...disputed.map(
      (path) =>
        `The file explains the codes of the column "${path}" in words that are not understood, or in two ways. Read its explanation, and write what each code means into the mapping.`,
    ),
  ];
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
