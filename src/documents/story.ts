import type { Explanation } from '../inspect/listing/explain.js';
import type { TimelineStep } from '../inspect/listing/timeline.js';
import type { Difference } from '../inspect/mapping-trial/differences.js';
import { confirmationDocument, doubtDocument } from './doubt.js';
import { iso, maybeIso } from './time.js';

/**
 * The keys of a listing's story that `--json` and the API share. Each adds its own: the command the portal's own words and what an
 * operator looks up, the API sentences in both languages without contacts.
 * @param valueOf writes a listing's value: as it is for `--json`, as JSON text for the API
 */
export function storyDocument<Value>(story: Explanation, valueOf: (value: unknown) => Value) {
  const { hold } = story;
  return {
    external_id: story.externalId,
    connection: story.connectionId,
    feed: story.feed?.name ?? null,
    sentence: story.sentence.en,
    headline: story.sentence,
    actor: story.actor,
    clock: story.timeline.map(stepDocument),
    agreement: story.agreement,
    unsent: story.unsent?.map((difference) => differenceDocument(difference, valueOf)) ?? null,
    unplanned: story.unplanned.map((difference) => differenceDocument(difference, valueOf)),
    doubts: story.doubts.map(doubtDocument),
    confirmations: story.confirmations.map(confirmationDocument),
    hold: hold === null ? null : { id: hold.id, reason: hold.reason },
    events: story.events.map(({ at, kind, data, told }) => ({
      at: iso(at),
      kind,
      data,
      told,
    })),
  };
}

export function stepDocument({ name, state, at, took, slow, reason }: TimelineStep) {
  const took_seconds = took === null ? null : Math.round(took / 1000);
  return { step: name, state, at: maybeIso(at), took_seconds, slow, reason: reason?.en ?? null, why: reason };
}

export function differenceDocument<Value>(
  { pointer, before, after }: Difference,
  valueOf: (value: unknown) => Value,
) {
  return { pointer, before: valueOf(before), after: valueOf(after) };
}
