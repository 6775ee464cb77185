import { feedTrialObject, type FeedConfig } from './feed-schema.js';

/** What of a feed's configuration may be tried out before it is written. */
export type FeedTrial = Pick<FeedConfig, 'tables' | 'unmapped' | 'constants' | 'answers' | 'where'>;

/**
 * A part of a feed's configuration, over the feed's own: tables word by word, the others key by key.
 * @returns a sentence where it cannot be read
 */
export function readFeedTrial(raw: unknown, feed: FeedConfig): FeedTrial | string {
  const read = feedTrialObject.safeParse(raw);
  if (!read.success) {
    const [issue] = read.error.issues;
    const at = issue?.path.map(String).join('.') ?? '';
    return `${at === '' ? '' : `${at}: `}${issue?.message ?? ''}. It may hold tables, unmapped, constants, answers and where, as under a feed.`;
  }
  const { tables = {}, unmapped = {}, constants = {}, answers = {}, where } = read.data;
  const names = [...new Set([...Object.keys(feed.tables), ...Object.keys(tables)])];
  return {
    tables: Object.fromEntries(names.map((name) => [name, { ...feed.tables[name], ...tables[name] }])),
    unmapped: { ...feed.unmapped, ...unmapped },
    constants: { ...feed.constants, ...constants },
    answers: { ...feed.answers, ...answers },
    where: hasWhere(raw) ? (where ?? null) : feed.where,
  };
}

/** Written, whatever it says: nothing takes the feed's own away. */
function hasWhere(raw: unknown): boolean {
  return typeof raw === 'object' && raw !== null && 'where' in raw;
}
