import { z } from '@hono/zod-openapi';

/** A sentence in both languages. Serbian is in Latin script; clients transliterate it to Cyrillic. */
export const SentenceSchema = z.object({ sr: z.string(), en: z.string() }).openapi('Sentence');
