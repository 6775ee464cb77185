/** What a query is about: the first part of its key. An action or a live update reads all queries of a topic again. */
export type Topic =
  | 'session'
  | 'overview'
  | 'home'
  | 'feeds'
  | 'polls'
  | 'listings'
  | 'holds'
  | 'runs'
  | 'words'
  | 'mapping'
  | 'vocabulary'
  | 'agencies'
  | 'setup'
  | 'statements'
  | 'connections'
  | 'portal'
  | 'reconcile'
  | 'settings'
  | 'logs'
  | 'charts'
  | 'people'
  | 'tokens'
  | 'audit';

/** The topics that are out of date after a change, by the kind of change (`what` in the server’s events). */
export const topicsOfChange: Readonly<Record<string, readonly Topic[]>> = {
  feed: ['overview', 'home', 'feeds', 'polls', 'listings', 'holds', 'runs', 'words', 'charts', 'setup'],
  outbox: ['overview', 'home', 'feeds', 'listings', 'runs', 'connections', 'charts', 'reconcile', 'setup'],
  listings: ['overview', 'home', 'feeds', 'listings', 'charts', 'reconcile', 'setup'],
  connection: ['overview', 'home', 'connections', 'agencies', 'setup'],
  holds: ['overview', 'home', 'holds', 'feeds', 'listings'],
  portal: ['overview', 'portal', 'connections', 'vocabulary', 'settings'],
  accounts: ['people', 'tokens', 'session', 'audit'],
  agencies: ['agencies', 'setup', 'home', 'overview', 'feeds', 'statements'],
  words: ['words', 'mapping', 'home', 'setup'],
  mapping: ['mapping', 'words', 'setup'],
};
