/** Bytes that the portal's ids may not hold, as they are written there. */
const writtenBytes = /(?:__[0-9a-f]{2})+/g;
/** The end of an id that was too long: the rest cannot be told from it. */
const shortened = /__h[a-z2-7]{20}(?:__[a-z]+)?$/;

/**
 * A listing's id as the agency's software writes it. The portal takes only some letters, so other bytes are written `__d0` in the ids that it
 * gets (RULES R40); an id that holds `__` was written so.
 */
export function codeOf(externalId: string): string {
  if (!externalId.includes('__') || shortened.test(externalId)) return externalId;
  return externalId.replace(writtenBytes, (written) => textOf(written) ?? written);
}

/** Null: the bytes are no text, as where the id was shortened. */
function textOf(written: string): string | null {
  const bytes = written.slice(2).split('__');
  try {
    return decodeURIComponent(bytes.map((byte) => `%${byte}`).join(''));
  } catch {
    return null;
  }
}
