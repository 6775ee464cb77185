/** Kinds of attention items. Each view shows a subset. */
export const attentionKinds = [
  'clock',
  'disk',
  'key',
  'vocabulary',
  'hold',
  'host_shrunk',
  'shared_question',
  'unanswered_fact',
  'partner_asked',
  'new_word',
  'unknown_word',
  'connection_paused',
  'connection_revoked',
  'connection_not_found',
  'connection_sent_back',
  'connection_adopting',
  'foreign',
  'taken_down',
  'not_shown',
  'plan_full',
  'item_refused',
  'request_refused',
  'batch_too_large',
  'refused',
  'invalid',
  'feed_stalled',
  'feed_suspended',
  'mapping_suspended',
  'mapping_copied',
  'mapping_gain',
  'feed_failed',
  'feed_unreadable',
  'feed_behind',
  'listings_behind',
  'job_failed',
  'proxy_not_trusted',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/** Kinds in the overview: unreachable sources are one item per host (`source_down`), not one per feed. */
export type OverviewKind =
  Exclude<AttentionKind, 'unknown_word' | 'invalid' | 'feed_stalled'> | 'source_down';
