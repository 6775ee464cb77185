import type { Path } from './document.js';

/**
 * Keys that an earlier release called otherwise, written as in the reference (`feeds[].url`): the old name → the new one. Whoever
 * upgrades is told the new name. Rows stay: nobody knows from how old a release somebody comes.
 */
export const renamedKeys: Readonly<Record<string, string>> = {};

/** What the key at this place is called now; null where it never had this name. */
export function newNameOf(place: Path, renamed: Readonly<Record<string, string>>): string | null {
  const written = place.reduce<string>(
    (above, step) =>
      typeof step === 'number' ? `${above}[]` : `${above}${above === '' ? '' : '.'}${String(step)}`,
    '',
  );
  return renamed[written] ?? null;
}
