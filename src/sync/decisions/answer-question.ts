import type { AskedFeed } from '../../core/content/shared-questions.js';
import { sortShown } from '../../core/content/shown-lines.js';
import type { OpenDoubt } from '../../model/content.js';
import type { FeedRecord } from '../../model/feed.js';
import { groupBy } from '../../model/group-by.js';
import type { FeedId } from '../../model/ids.js';
import { readAskedFeeds } from '../../store/facts/asked-feeds.js';
import { contentFieldName, shownValue, valueForms } from '../../texts/content-words.js';
import { counted, feedForms, listingForms } from '../../texts/counted.js';
import { expectAbove } from '../../core/removals/typed-above.js';
import { settleContentHold } from '../content/settle-content.js';
import type { Services } from '../services/services.js';
import type { DecisionResult } from './decision.js';
import { giveMeaning, isInScope, type AnsweredWord, type QuestionScope } from './answer-word.js';

/** What was shown, and what the person answers. */
export interface QuestionAnswer extends QuestionScope {
  /** `shownKey` of each line that was shown. */
  shown: readonly string[];
  /** Nothing is done where a shown line changed or is gone since; missing: what is as it was shown is carried out. */
  exact?: boolean | undefined;
  /** The number of lines as the person stated it; required above `expectAbove`. */
  expect: number | null;
  /** Of a question about a word: its meaning. */
  word: AnsweredWord | null;
}

/** Answers a question that several feeds share, for exactly what was shown (RULES R87). */
export async function answerQuestion(
  answer: QuestionAnswer,
  author: string,
  services: Services,
): Promise<DecisionResult> {
  const { shown, expect, word } = answer;
  const lines = word === null ? counted(shown.length, valueForms).en : counted(shown.length, listingForms).en;
  if (expect !== null && expect !== shown.length)
    return {
      ok: false,
      message: `The question is about ${lines} now, not ${expect}: nothing was changed. Look again with --dry-run, then repeat with --expect ${shown.length}.`,
    };
  if (expect === null && shown.length > expectAbove)
    return {
      ok: false,
      message: `The answer changes ${lines}: for more than ${expectAbove}, repeat with --expect ${shown.length}. Nothing was changed.`,
    };
  const { store, clock } = services;
  const asked = (await readAskedFeeds(store, clock.now())).filter((feed) => isInScope(feed, answer));
  return word === null
    ? confirmShown(asked, answer, author, services)
    : giveMeaning(asked, { ...answer, word }, author, services);
}

async function confirmShown(
  asked: readonly AskedFeed[],
  { shown, exact }: Pick<QuestionAnswer, 'shown' | 'exact'>,
  author: string,
  { store, clock, ...services }: Services,
): Promise<DecisionResult> {
  const rows = new Map((await store.feeds.all()).map((row) => [row.id, row]));
  const { same, changed, gone } = sortShown(
    asked.flatMap(({ doubts }) => doubts),
    shown,
  );
  const left = leftText(changed, gone, rows);
  if (exact === true && left !== '')
    return { ok: false, message: `Nothing was changed: look at the question again.${left}` };
  const decided = [...groupBy(same, ({ feedId }) => feedId)].map(([feedId, doubts]) => ({ feedId, doubts }));
  const confirmed = await store.content.confirmInFeeds(decided, { by: author, now: clock.now() });
  for (const { feedId } of decided) {
    const row = rows.get(feedId);
    if (row !== undefined) await settleContentHold(row, { ...services, store, clock });
  }
  if (confirmed.length === 0)
    return { ok: false, message: `None of these values is in doubt any more: nothing was changed.${left}` };
  const feeds = new Set(confirmed.map(({ feedId }) => feedId)).size;
  const [values, of] = [counted(confirmed.length, valueForms).en, counted(feeds, feedForms).en];
  return {
    ok: true,
    message: `${values} of ${of} ${confirmed.length === 1 ? 'is' : 'are'} confirmed and ${confirmed.length === 1 ? 'goes' : 'go'} out${left === '' ? '' : `.${left.replace(/\.$/, '')}`}`,
    listings: confirmed.length,
  };
}

/** Values of a question that are named one by one. */
const namedMax = 20;

/** What was shown and is not carried out: values that changed since, with the new ones, and those that are in doubt no more. */
function leftText(
  changed: readonly OpenDoubt[],
  gone: number,
  rows: ReadonlyMap<FeedId, Pick<FeedRecord, 'name'>>,
): string {
  const named = changed
    .slice(0, namedMax)
    .map(
      (doubt) =>
        `the ${contentFieldName(doubt.field).en} of ${doubt.externalId} (feed ${rows.get(doubt.feedId)?.name ?? doubt.feedId}) is ${shownValue(doubt)} now`,
    );
  const more = changed.length > named.length ? [`${changed.length - named.length} more values changed`] : [];
  const others =
    gone > 0 ? [`${counted(gone, valueForms).en} ${gone === 1 ? 'is' : 'are'} in doubt no more`] : [];
  const parts = [...named, ...more, ...others].join(', ');
  return parts === '' ? '' : ` Not confirmed, because the records changed since they were shown: ${parts}.`;
}
