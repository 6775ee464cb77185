import { maskContacts } from '../../../core/content/find-contacts.js';
import type { z } from '@hono/zod-openapi';
import { issueSentence } from '../../../texts/issue-sentences.js';
import type { Sentence } from '../../../model/sentence.js';
import { detailSentence } from '../../../texts/wait-words.js';
import { forAgencies } from '../../../texts/standing-sentences.js';
import type { Wait } from '../../../inspect/listing/wait.js';
import { maskedWait } from '../../../inspect/mask-contacts.js';
import type { Cost } from '../../../inspect/mapping-trial/cost.js';
import type { Difference } from '../../../inspect/mapping-trial/differences.js';
import type { Explanation } from '../../../inspect/listing/explain.js';
import type { Trial } from '../../../inspect/mapping-trial/try-mapping.js';
import { iso, maybeIso } from '../../../documents/time.js';
import { listingDocument } from '../../../documents/listing.js';
import { type FeedNames } from '../../../documents/feed.js';
import { asJson } from './documents.js';
import type { IssueSchema, StorySchema, TrialSchema, WaitSchema } from './schemas.js';

export function storyDocument(story: Explanation, nameOf: FeedNames): z.input<typeof StorySchema> {
  const { listing, record, reading, hold } = story;
  return {
    external_id: story.externalId,
    connection: story.connectionId,
    feed: story.feed?.name ?? null,
    sentence: story.sentence,
    waits: waitDocument(story.wait),
    clock: story.timeline.map(({ name, state, at, took, slow, reason }) => ({
      step: name,
      state,
      at: maybeIso(at),
      took_seconds: took === null ? null : Math.round(took / 1000),
      slow,
      reason,
    })),
    listing:
      listing === null
        ? null
        : listingDocument(listing, story.outbox, nameOf, { title: maskContacts(listing.title) }),
    issues: (record?.issues ?? []).map(issueDocument),
    fields:
      reading?.trace.map(({ path, source, raw, result }) => ({
        path,
        source,
        raw,
        result: asJson(result),
      })) ?? null,
    agreement: story.agreement,
    unsent: story.unsent?.map(differenceDocument) ?? null,
    unplanned: story.unplanned.map(differenceDocument),
    hold: hold === null ? null : { id: hold.id, reason: hold.reason },
    events: story.events.map(({ at, kind, data }) => ({ at: iso(at), kind, data })),
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

function differenceDocument({ pointer, before, after }: Difference): {
  pointer: string;
  before: string | null;
  after: string | null;
} {
  return { pointer, before: asJson(before), after: asJson(after) };
}

export function trialDocument({ snapshot, preview, cost }: Trial): z.input<typeof TrialSchema> {
  const { samples, unknownWords, ...counts } = preview;
  return {
    read_at: snapshot === null ? null : iso(snapshot.fetchedAt),
    preview: {
      ...counts,
      samples: samples.map(({ externalId, ...sample }) => ({ external_id: externalId, ...sample })),
      unknown_words: unknownWords,
    },
    cost: costDocument(cost),
  };
}

function costDocument({ takenOff, samples, budget, ...counts }: Cost): z.input<typeof TrialSchema>['cost'] {
  const { items, ownChanges, waiting, itemsPerHour, neededMs } = budget;
  return {
    ...counts,
    taken_off: takenOff,
    samples: samples.map(({ externalId, title, differences }) => ({
      external_id: externalId,
      title,
      differences: differences.map(differenceDocument),
    })),
    budget: {
      items,
      own_changes: ownChanges,
      waiting,
      items_per_hour: itemsPerHour,
      needed_seconds: neededMs === null ? null : Math.round(neededMs / 1000),
    },
  };
}
