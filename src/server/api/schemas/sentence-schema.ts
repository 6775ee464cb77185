import { z } from '@hono/zod-openapi';

/** A sentence in both languages. Serbian is in Latin script; clients transliterate it to Cyrillic. */
export const SentenceSchema = z.object({ sr: z.string(), en: z.string() }).openapi('Sentence');

/** The daemon's own reason for something. */
export const ReasonSchema = SentenceSchema.nullable().meta({
  description:
    'The reason in both languages; null if there is none, or if an older release wrote it with other words: then it exists in English alone.',
});

export const actor = z
  .enum(['agency', 'partner', 'portal_staff', 'nobody'])
  .meta({ description: 'Whose turn it is.' });
