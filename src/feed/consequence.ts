import type { FetchFailureCode } from './fetch-failure.js';

/** The end of every sentence about a feed that could not be used: what to do, and what the failure means (RULES R1). */
export const whatFollows =
  'It is tried again by itself; if this lasts, ask the maker of the feed. Nothing was changed; the last complete snapshot stays in use.';

/** Like `whatFollows`, for failures of this process or its machine: the maker of the feed can do nothing about them. */
const whatFollowsHere =
  'It is tried again by itself. Nothing was changed; the last complete snapshot stays in use.';

/** Failures that are not the feed's fault. */
const own: ReadonlySet<string> = new Set<FetchFailureCode>(['disk', 'stopped']);

/**
 * Appends `whatFollows` or `whatFollowsHere` to a sentence about a feed that could not be fetched or used. A sentence with that end stays
 * as it is.
 * @param sentence without a full stop, unless it has that end
 */
export function withConsequence(sentence: string, code: FetchFailureCode | null): string {
  if (sentence.endsWith(whatFollows) || sentence.endsWith(whatFollowsHere)) return sentence;
  return `${sentence}. ${code !== null && own.has(code) ? whatFollowsHere : whatFollows}`;
}

/**
 * Removes the end that `withConsequence` appends, for a feed that was never polled: it has no snapshot in use, and nothing is tried again.
 */
export function withoutConsequence(sentence: string): string {
  return sentence.replace(` ${whatFollows}`, '').replace(` ${whatFollowsHere}`, '');
}

/** The whole sentence for a file that could not be used. @param reason a clause such as "the file holds no records" */
export function notUsable(reason: string): string {
  return withConsequence(`The feed is not usable: ${reason}`, null);
}
