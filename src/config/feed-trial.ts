import { feedTrialObject, type FeedConfig } from './feed-schema.js';

/** The parts of a feed's configuration that can be tried before they are written. */
export type FeedTrial = Pick<FeedConfig, 'tables' | 'unmapped' | 'constants' | 'answers' | 'where'>;

/**
 * Reads a part of a feed's configuration on top of the feed's own: tables word by word, everything else key by key.
 * @returns a message if it cannot be read
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

/** Whether `where` is written, with any value: `null` removes the feed's own condition. */
function hasWhere(raw: unknown): boolean {
  return typeof raw === 'object' && raw !== null && 'where' in raw;
}
