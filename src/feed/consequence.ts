/** How every sentence about a feed that could not be used ends: what to do, and what it means (SEMANTICS 1). */
export const whatFollows =
  'It is tried again by itself; if this lasts, ask whoever makes the feed. Nothing was changed; the last good copy stands.';

/** The same sentence for whoever tries a feed that no poll has read yet: there is no copy that stands, and nothing tries again. */
export function withoutConsequence(sentence: string): string {
  return sentence.replace(` ${whatFollows}`, '');
}

/** @param reason why a file could not be used, as the part of a sentence */
export function notUsable(reason: string): string {
  return `The feed is not usable: ${reason}. ${whatFollows}`;
}
