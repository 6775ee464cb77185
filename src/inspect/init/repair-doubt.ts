import { repairDoubleUtf8 } from '../../mapping/values/double-utf8.js';
import type { MappedRecord } from '../../model/outcome.js';
import type { FieldProfile } from './profile/profile.js';

/** Fewer listings prove nothing: `Ã` and a sign behind it may be meant. */
const misreadMin = 2;

/**
 * The doubt that a preset leaves texts as they are, or leaves them out as damaged, that were encoded twice, with the lines that mend them;
 * null: it does not.
 * @param fields of the sampled records
 */
export function repairDoubt(
  preset: string,
  sampled: readonly MappedRecord[],
  fields: readonly FieldProfile[],
): string | null {
  const least = Math.min(misreadMin, sampled.length);
  const spoiled = sampled.filter(
    ({ listings, issues }) =>
      issues.some(({ code }) => code === 'bad_text') ||
      listings.some(({ payload }) => textsOf(payload).some(isMisread)),
  );
  const field = fields.find(({ misread }) => misread >= least);
  if (field === undefined || spoiled.length < least) return null;
  const lines = JSON.stringify({ extends: preset, repair: 'double_utf8' }).replaceAll('"', '');
  return (
    `Texts of ${spoiled.length} of the first ${sampled.length} records were encoded as UTF-8 twice (${field.path}). ` +
    `The preset ${preset} leaves them so: write a mapping that extends it, with a name, a version and ${lines}.`
  );
}

function isMisread(text: string): boolean {
  return repairDoubleUtf8(text) !== text;
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
