/** How every sentence about a feed that could not be used ends: what to do, and what it means (SEMANTICS 1). */
export const whatFollows =
  'It is tried again by itself; if this lasts, ask whoever makes the feed. Nothing was changed; the last good copy stands.';
