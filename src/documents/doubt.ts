import type { z } from '@hono/zod-openapi';
import type { OpenDoubt } from '../model/content.js';
import { doubtSentence } from '../texts/content-words.js';
import type { DoubtSchema } from './schemas.js';
import { iso, maybeIso } from './time.js';

/** A value that waits for a decision, in the form of `DoubtSchema`. @param title as the reader may see it */
export function doubtDocument(doubt: OpenDoubt, title: string | null): z.input<typeof DoubtSchema> {
  const { externalId, field, rule, value, live, causes, openedAt, rejectedUntil } = doubt;
  return {
    external_id: externalId,
    title,
    field,
    rule,
    value,
    live,
    causes: [...causes],
    sentence: doubtSentence(doubt),
    opened_at: iso(openedAt),
    rejected_until: maybeIso(rejectedUntil),
  };
}
