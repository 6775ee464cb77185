import type { ContentRule, OpenDoubt } from '../../../model/content.js';
import { groupBy } from '../../../model/group-by.js';
import type { Millis } from '../../../model/millis.js';

/** So many doubts of one rule that are open in a feed at the same time are one question. */
const questionMin = 3;

/** Whether a doubt waits for a decision: it was neither confirmed nor rejected, or was rejected long ago. */
export function isOpenDoubt(
  { rejectedUntil, confirmedAt }: Pick<OpenDoubt, 'rejectedUntil' | 'confirmedAt'>,
  now: Millis,
): boolean {
  if (confirmedAt !== null) return false;
  return rejectedUntil === null || rejectedUntil <= now;
}

/** What a person is asked: about one listing, or about all doubts of one rule. */
export interface ContentQuestion {
  rule: ContentRule;
  doubts: readonly OpenDoubt[];
}

/** The questions of a feed's open doubts, those about most listings first (RULES R81). */
export function contentQuestions(doubts: readonly OpenDoubt[]): ContentQuestion[] {
  return [...groupBy(doubts, ({ rule }) => rule)]
    .flatMap(([rule, ofRule]) =>
      ofRule.length >= questionMin
        ? [{ rule, doubts: ofRule }]
        : ofRule.map((doubt) => ({ rule, doubts: [doubt] })),
    )
    .sort((a, b) => b.doubts.length - a.doubts.length);
}
