import { z } from '@hono/zod-openapi';
import { contentQuestions, isOpenDoubt } from '../../core/content/guard/questions.js';
import { doubtDocument } from '../../documents/doubt.js';
import { describedDoubts } from '../../inspect/hold-doubts.js';
import { maskedDoubt } from '../../inspect/mask-contacts.js';
import type { OpenDoubt } from '../../model/content.js';
import type { Millis } from '../../model/millis.js';
import type { Store } from '../../store/store.js';
import { ruleName, ruleSentence } from '../../texts/content-words.js';
import { expectAbove } from '../../core/removals/typed-above.js';
import { cardsOf } from './cards.js';
import { fromCursor, toCursor } from './cursor.js';
import type { DoubtCardSchema, QuestionSchema } from './schemas/ops-schemas.js';

interface DoubtPage {
  doubts: z.input<typeof DoubtCardSchema>[];
  questions: z.input<typeof QuestionSchema>[];
  next_cursor: string | null;
}

/** Examples of a question, by id. */
const examplesMax = 3;

/** A page of a feed's doubts as cards, without contacts, and the questions that all its open doubts make. */
export async function doubtPage(
  doubts: readonly OpenDoubt[],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  { store, now }: { store: Store; now: Millis },
): Promise<DoubtPage> {
  const from = fromCursor(cursor, z.int().min(0)) ?? 0;
  const page = doubts.slice(from, from + limit);
  return {
    doubts: await doubtCards(page, store),
    questions: contentQuestions(doubts.filter((doubt) => isOpenDoubt(doubt, now))).map(
      ({ rule, doubts: asked }) => ({
        rule,
        name: ruleName(rule),
        why: ruleSentence(rule),
        count: asked.length,
        examples: asked.slice(0, examplesMax).map(({ externalId }) => externalId),
        expect_above: expectAbove,
      }),
    ),
    next_cursor: from + page.length < doubts.length ? toCursor(from + limit) : null,
  };
}

async function doubtCards(doubts: readonly OpenDoubt[], store: Store): Promise<DoubtPage['doubts']> {
  const [first] = doubts;
  if (first === undefined) return [];
  const { connectionId } = first;
  const ids = [...new Set(doubts.map(({ externalId }) => externalId))];
  const cards = await cardsOf(connectionId, ids, store);
  const rows = new Map((await store.listings.getMany(connectionId, ids)).map((row) => [row.externalId, row]));
  return (await describedDoubts(doubts, store)).map((doubt) => ({
    ...doubtDocument(maskedDoubt(doubt)),
    connection: connectionId,
    public_url: rows.get(doubt.externalId)?.publicUrl ?? null,
    card: cards.get(doubt.externalId) ?? null,
  }));
}
