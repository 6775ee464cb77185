import type { Path } from './document.js';

/**
 * Keys with another name in an earlier release, in the form of the reference (`feeds[].url`): the old name → the new one. The message for
 * an unknown key shows the new name. Entries are never removed, because an upgrade may start from any older release.
 */
export const renamedKeys: Readonly<Record<string, string>> = {};

/** The new name of the key at this place; null if it was never renamed. */
export function newNameOf(place: Path, renamed: Readonly<Record<string, string>>): string | null {
  const written = place.reduce<string>(
    (above, step) =>
      typeof step === 'number' ? `${above}[]` : `${above}${above === '' ? '' : '.'}${String(step)}`,
    '',
  );
  return renamed[written] ?? null;
}
