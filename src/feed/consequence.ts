/** The second half of every sentence about a feed that could not be used (SEMANTICS 1). */
export const nothingChanged = 'Nothing was changed; the last good copy stands.';
