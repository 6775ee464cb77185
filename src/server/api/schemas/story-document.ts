import { maskContacts } from '../../../core/content/find-contacts.js';
import type { z } from '@hono/zod-openapi';
import { doubtCode, type IssueCode } from '../../../model/outcome.js';
import { issueSentence } from '../../../texts/issue-sentences.js';
import type { Sentence } from '../../../model/sentence.js';
import { detailSentence } from '../../../texts/listing/wait-words.js';
import { forAgencies } from '../../../texts/listing/standing-sentences.js';
import type { Wait } from '../../../inspect/listing/wait.js';
import { maskedWait } from '../../../inspect/mask-contacts.js';
import type { Explanation } from '../../../inspect/listing/explain.js';
import { maybeIso } from '../../../documents/time.js';
import { differenceDocument, storyDocument } from '../../../documents/story.js';
import { shownFieldValue } from '../../../inspect/listing/shown-value.js';
import type { Difference } from '../../../inspect/mapping-trial/differences.js';
import type { Vocabulary } from '../../../model/reference.js';
import { fieldName } from '../../../texts/field-names.js';
import { listingDocument } from '../../../documents/listing.js';
import { type FeedNames } from '../../../documents/feed.js';
import { asJson } from './documents.js';
import type { IssueSchema, StoryDifferenceSchema, StorySchema, WaitSchema } from './schemas.js';

/** A listing's story for an agency: its portal's words without contacts. */
export function agencyStory(
  story: Explanation,
  nameOf: FeedNames,
  vocabulary: Vocabulary | null,
): z.input<typeof StorySchema> {
  const { listing, record, reading, doubts } = story;
  const own = new Set<IssueCode>(doubts.map(({ rule }) => doubtCode(rule)));
  return {
    ...storyDocument(story, asJson),
    unsent: story.unsent?.map((one) => shownDifference(one, vocabulary)) ?? null,
    unplanned: story.unplanned.map((one) => shownDifference(one, vocabulary)),
    waits: waitDocument(story.wait),
    listing:
      listing === null
        ? null
        : listingDocument(listing, story.outbox, nameOf, { title: maskContacts(listing.title) }),
    issues: (record?.issues ?? []).filter(({ code }) => !own.has(code)).map(issueDocument),
    fields:
      reading?.trace.map(({ path, source, raw, result }) => ({
        path,
        source,
        raw,
        result: asJson(result),
        name: fieldName(path),
        shown: shownFieldValue(path, result, vocabulary),
      })) ?? null,
  };
}

/** A difference with the names that people know: of the field, and of the portal's words. */
function shownDifference(
  difference: Difference,
  vocabulary: Vocabulary | null,
): z.input<typeof StoryDifferenceSchema> {
  const { pointer, before, after } = difference;
  return {
    ...differenceDocument(difference, asJson),
    name: fieldName(pointer.slice(1).replaceAll('/', '.')),
    before_shown: shownFieldValue(pointer, before, vocabulary),
    after_shown: shownFieldValue(pointer, after, vocabulary),
  };
}

function waitDocument(wait: Wait | null): z.input<typeof WaitSchema> | null {
  if (wait === null) return null;
  const { kind, why, next, code, message, details, since, until } = maskedWait(wait);
  return {
    ...{ kind, code, message },
    why: forAgency(why),
    next: next === null ? null : forAgency(next),
    details: details.map((detail) => ({ ...detail, told: detailSentence(detail) })),
    since: maybeIso(since),
    until: maybeIso(until),
  };
}

function forAgency({ sr, en }: Sentence): Sentence {
  return { sr: forAgencies(sr), en: forAgencies(en) };
}

function issueDocument(
  issue: NonNullable<Explanation['record']>['issues'][number],
): z.input<typeof IssueSchema> {
  const { severity, code, pointer, message, value = null } = issue;
  return { severity, code, pointer, message, value, told: issueSentence(issue) };
}
