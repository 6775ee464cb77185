import type { FetchFailureCode } from './fetch-failure.js';

/** How every sentence about a feed that could not be used ends: what to do, and what it means (RULES R1). */
export const whatFollows =
  'It is tried again by itself; if this lasts, ask the maker of the feed. Nothing was changed; the last complete snapshot stays in use.';

/** The same where this process or its machine failed: the maker of the feed can do nothing about it. */
const whatFollowsHere =
  'It is tried again by itself. Nothing was changed; the last complete snapshot stays in use.';

/** Failures in which the feed has no part. */
const own: ReadonlySet<string> = new Set<FetchFailureCode>(['disk', 'stopped']);

/** A sentence about a feed that could not be had, with its end; one that has it already stays as it is. */
export function withConsequence(sentence: string, code: FetchFailureCode | null): string {
  if (sentence.endsWith(whatFollows) || sentence.endsWith(whatFollowsHere)) return sentence;
  return `${sentence}. ${code !== null && own.has(code) ? whatFollowsHere : whatFollows}`;
}

/** The same sentence for a feed that no poll has read yet: there is no snapshot in use, and nothing tries again. */
export function withoutConsequence(sentence: string): string {
  return sentence.replace(` ${whatFollows}`, '').replace(` ${whatFollowsHere}`, '');
}

/** @param reason why a file could not be used, as the part of a sentence */
export function notUsable(reason: string): string {
  return withConsequence(`The feed is not usable: ${reason}`, null);
}
