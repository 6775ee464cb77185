import { z } from 'zod';
import type { RuleFacts } from '../core/setup/listing-rule.js';

const noteStart = 'facts ';

/** Longest note of facts, in UTF-16 units: an index of PostgreSQL takes no longer words. */
const noteMax = 600;

const word = z.string().nullable();
/** Place, category, transaction, amount, currency, title. */
const noteSchema = z.tuple([word, word, word, z.number().nullable(), word, word]);

/** The word under which a record that waits for an answer notes what rules look at; null: it is too long to be noted. */
export function factsNote(facts: RuleFacts): string | null {
  const { place, category, transaction, amount, currency, title } = facts;
  const parts: z.infer<typeof noteSchema> = [place, category, transaction, amount, currency, title];
  const note = noteStart + JSON.stringify(parts);
  return note.length > noteMax ? null : note;
}

/** The facts of a note; null: the word is none. */
export function readFactsNote(text: string): RuleFacts | null {
  if (!text.startsWith(noteStart)) return null;
  const read = noteSchema.safeParse(jsonOf(text.slice(noteStart.length)));
  if (!read.success) return null;
  const [place, category, transaction, amount, currency, title] = read.data;
  return { place, category, transaction, amount, currency, title };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
