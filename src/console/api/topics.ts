/** What questions to the API are about: the first part of their keys. */
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

/** What the server says has changed (`what` of its events), and what is not as it was then. */
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
