import type { z } from '@hono/zod-openapi';
import type { DescribedDoubt } from '../inspect/hold-doubts.js';
import type { Confirmation } from '../model/content.js';
import type { ConfirmationSchema, DoubtSchema } from './schemas.js';
import { iso, maybeIso } from './time.js';

/** A value that waits for a decision, in the form of `DoubtSchema`. */
export function doubtDocument(doubt: DescribedDoubt): z.input<typeof DoubtSchema> {
  const { externalId, title, field, rule, value, live, causes, sentence, openedAt, rejectedUntil, past } =
    doubt;
  return {
    external_id: externalId,
    title,
    field,
    rule,
    value,
    live,
    causes: [...causes],
    sentence,
    past: past.map((one) => ({ value: one.value, until: iso(one.until) })),
    opened_at: iso(openedAt),
    rejected_until: maybeIso(rejectedUntil),
  };
}

/** A confirmation that stands, in the form of `ConfirmationSchema`. */
export function confirmationDocument({
  field,
  value,
  before,
  by,
  at,
}: Confirmation): z.input<typeof ConfirmationSchema> {
  return { field, value, before, by, at: iso(at) };
}
