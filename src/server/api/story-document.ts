import type { z } from '@hono/zod-openapi';
import { issueSentence } from '../../core/issue-sentences.js';
import type { Cost } from '../../inspect/cost.js';
import type { Difference } from '../../inspect/differences.js';
import type { Explanation } from '../../inspect/explain.js';
import type { Trial } from '../../inspect/try-mapping.js';
import { asJson, iso, listingDocument, maybeIso, type FeedNames } from './documents.js';
import type { IssueSchema, StorySchema, TrialSchema } from './schemas.js';

export function storyDocument(story: Explanation, nameOf: FeedNames): z.input<typeof StorySchema> {
  const { listing, record, reading, hold } = story;
  return {
    external_id: story.externalId,
    connection: story.connectionId,
    feed: story.feed?.name ?? null,
    sentence: story.sentence,
    clock: story.clock.map(({ name, state, at, took, slow, reason }) => ({
      step: name,
      state,
      at: maybeIso(at),
      took_seconds: took === null ? null : Math.round(took / 1000),
      slow,
      reason,
    })),
    listing: listing === null ? null : listingDocument(listing, story.outbox, nameOf),
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
  return {
    read_at: snapshot === null ? null : iso(snapshot.fetchedAt),
    preview: {
      records: preview.records,
      listings: preview.listings,
      kinds: preview.kinds,
      samples: preview.samples.map(({ externalId, ...sample }) => ({ external_id: externalId, ...sample })),
      issues: preview.issues,
      unknown_words: preview.unknownWords,
    },
    cost: costDocument(cost),
  };
}

function costDocument({ takenOff, ...cost }: Cost): z.input<typeof TrialSchema>['cost'] {
  const { items, ownChanges, waiting, itemsPerHour, neededMs } = cost.budget;
  const { altered, added, invalid, missing, unchanged, fields } = cost;
  return {
    altered,
    added,
    invalid,
    taken_off: takenOff,
    missing,
    unchanged,
    fields,
    samples: cost.samples.map(({ externalId, title, differences }) => ({
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
