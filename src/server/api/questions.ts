import type { z } from '@hono/zod-openapi';
import { maskContacts } from '../../core/content/find-contacts.js';
import type { SharedQuestion } from '../../core/content/shared-questions.js';
import { shownVersion } from '../../core/content/shown-lines.js';
import { feedNames } from '../../documents/feed.js';
import { questionDocument, questionLineDocument } from '../../documents/question.js';
import { agencyNames } from '../../inspect/attention/agency-name.js';
import { openQuestions, questionLines, type QuestionLine } from '../../inspect/shared-questions.js';
import { statePointer } from '../../model/content.js';
import { groupBy } from '../../model/group-by.js';
import type { Sentence } from '../../model/sentence.js';
import type { Services } from '../../sync/services/services.js';
import { expectAbove } from '../../core/removals/typed-above.js';
import { lineChange, sharedQuestionNext, sharedQuestionSentence } from '../../texts/shared-question-words.js';
import { stateMeaning } from '../../texts/state-choices.js';
import { notFound } from './errors.js';
import type { QuestionLineCardSchema, SharedQuestionCardSchema } from './schemas/question-schemas.js';

/** A question with every listing that its answer changes, by feed and id. */
export interface ShownQuestion {
  question: SharedQuestion;
  lines: QuestionLine[];
}

type Reads = Pick<Services, 'store' | 'clock' | 'words'>;

/** Lines that a list of questions shows of each: one of each feed before a second one of any. */
const samplesMax = 6;

/** All open questions with their lines, those about most listings first. */
export async function allQuestions({ store, clock }: Reads): Promise<ShownQuestion[]> {
  const shown: ShownQuestion[] = [];
  for (const question of await openQuestions(store, clock.now()))
    shown.push({ question, lines: await questionLines(question, store) });
  return shown;
}

/** @throws ApiError if no question has the id now */
export async function questionOf(id: string, { store, clock }: Reads): Promise<ShownQuestion> {
  const question = (await openQuestions(store, clock.now())).find((one) => one.id === id);
  if (question === undefined) throw notFound('question');
  return { question, lines: await questionLines(question, store) };
}

/** Questions in the form of `SharedQuestionCardSchema`. */
export async function questionCards(
  shown: readonly ShownQuestion[],
  services: Reads,
): Promise<z.input<typeof SharedQuestionCardSchema>[]> {
  const { store } = services;
  const rows = await store.feeds.all();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const nameOf = feedNames(rows);
  const agencyOf = agencyNames(await store.connections.all());
  const cards = [];
  for (const { question, lines } of shown) {
    const [feeds, count] = [question.parts.length, lines.length];
    const words = {
      sentence: sharedQuestionSentence({ question, feeds, count }),
      next: sharedQuestionNext(question),
    };
    const counts = new Map([...groupBy(lines, ({ feed }) => feed)].map(([feed, of]) => [feed, of.length]));
    cards.push({
      ...questionDocument(question, words, nameOf),
      count,
      list: await listOf(question, services),
      shown: versionOf(lines),
      expect_above: expectAbove,
      by_feed: question.parts.flatMap(({ feedId }) => {
        const row = byId.get(feedId);
        if (row === undefined) return [];
        const { name: feed, connectionId: connection } = row;
        return { feed, connection, agency: agencyOf(connection), count: counts.get(feed) ?? 0 };
      }),
      samples: samplesOf(lines).map((line) => lineCard(line, null)),
    });
  }
  return cards;
}

/** The version of a question's lines, which an answer names. */
export function versionOf(lines: readonly QuestionLine[]): string {
  return shownVersion(lines.map(({ key }) => key));
}

/** A line without contacts. @param meaning of the word that is asked; null: none is chosen, or no word is asked */
export function lineCard(
  line: QuestionLine,
  meaning: Sentence | null,
): z.input<typeof QuestionLineCardSchema> {
  const masked = { ...line, title: maskContacts(line.title), value: maskContacts(line.value) };
  return questionLineDocument(masked, lineChange(masked, meaning));
}

/** What a meaning of the asked word says; null: none is chosen. */
export function meaningWords({ matter }: SharedQuestion, meaning: string | undefined): Sentence | null {
  if (meaning === undefined || matter.kind !== 'word') return null;
  const known = matter.pointer === statePointer ? stateMeaning(meaning) : null;
  return known ?? { sr: meaning, en: meaning };
}

/** The list of `GET /vocabulary` that has the meanings of the asked word; null: it has none, or no word is asked. */
async function listOf({ matter, parts }: SharedQuestion, { store, words }: Reads): Promise<string | null> {
  const [part] = parts;
  if (matter.kind !== 'word' || part === undefined) return null;
  const row = (await store.feeds.all()).find(({ id }) => id === part.feedId);
  const mapping = row === undefined ? '' : await words.inForce(row);
  if (typeof mapping === 'string') return null;
  const [table] = mapping.dictionary.tablesOf(matter.pointer);
  return table === undefined ? null : (mapping.dictionary.lists.get(table) ?? null);
}

function samplesOf(lines: readonly QuestionLine[]): QuestionLine[] {
  const byFeed = [...groupBy(lines, ({ feed }) => feed).values()];
  const turns = Array.from({ length: samplesMax }, (_one, turn) => byFeed.flatMap((of) => of[turn] ?? []));
  return turns.flat().slice(0, samplesMax);
}
