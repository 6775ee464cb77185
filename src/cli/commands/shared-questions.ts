import { placeKey } from '../../core/content/shown-lines.js';
import { lineCount, matterKeyOfWord, type SharedQuestion } from '../../core/content/shared-questions.js';
import { questionDocument, questionLineDocument } from '../../documents/question.js';
import { openQuestions, questionLines, type QuestionLine } from '../../inspect/shared-questions.js';
import type { Sentence } from '../../model/sentence.js';
import { statePointer, type OpenDoubt } from '../../model/content.js';
import { expectAbove } from '../../core/removals/typed-above.js';
import { titlesShown } from '../../texts/hold-text.js';
import {
  lineChange,
  matterWords,
  sharedQuestionNext,
  sharedQuestionSentence,
} from '../../texts/shared-question-words.js';
import { stateMeaning } from '../../texts/state-choices.js';
import type { Answer } from '../answer.js';
import { readConfig, viewStore, type Context, type StoreView } from '../context.js';
import { CliError } from '../exit.js';
import { executeRequest } from '../execute-request.js';
import { count, indent, oneLine } from '../print/text.js';

/** How a person names a question that several feeds share, and what they answer. */
export interface QuestionOptions {
  question?: string;
  mapping?: string;
  host?: string;
  rule?: string;
  word?: string;
  as?: string;
  expect?: number;
  dryRun?: boolean;
}

/** A question with every listing that its answer changes. */
interface ShownQuestion {
  question: SharedQuestion;
  lines: QuestionLine[];
}

/** Whether the options name a question that several feeds share, and not a listing or one feed. */
export function namesQuestion({ question, mapping, host, word, as, dryRun }: QuestionOptions): boolean {
  return [question, mapping, host, word, as, dryRun].some((one) => one !== undefined);
}

/** Answers a question for all its feeds, or with `--dry-run` shows every listing that the answer changes. */
export async function answerQuestion(context: Context, options: QuestionOptions): Promise<Answer> {
  const asked = await viewStore(context, async (view) => {
    const shown = await chosen(view, options);
    if (options.as !== undefined && shown.question.matter.kind !== 'word')
      throw new CliError(2, 'Only a word has a meaning: leave --as out; nothing was changed.');
    refuseNoState(shown.question, options.as);
    return options.dryRun === true
      ? { preview: preview(shown, options, view) }
      : { payload: payloadOf(shown, options) };
  });
  if ('preview' in asked) return asked.preview;
  const { config } = await readConfig(context);
  return executeRequest(context, config, { kind: 'confirm', payload: asked.payload }, 'feedsync holds');
}

function refuseNoState({ matter }: SharedQuestion, as: string | undefined): void {
  const isOfState = matter.kind === 'word' && matter.pointer === statePointer;
  if (as === undefined || as === 'null' || !isOfState || stateMeaning(as) !== null) return;
  throw new CliError(2, `“${as}” is no state: --as takes ${meanings(statePointer)}; nothing was changed.`);
}

function payloadOf(
  { question: { by, name, matter }, lines }: ShownQuestion,
  { as, expect = null }: Omit<QuestionOptions, 'expect'> & { expect?: number | null },
): Record<string, unknown> {
  if (matter.kind === 'word' && as === undefined)
    throw new CliError(
      2,
      `Say what ${matterWords(matter).en} means with --as (${meanings(matter.pointer)}); nothing was changed.`,
    );
  const word =
    matter.kind === 'word'
      ? { pointer: matter.pointer, word: matter.word, key: as === 'null' ? null : as }
      : null;
  return { of: 'question', by, name, word, shown: lines.map(({ key }) => key), expect };
}

/** The open questions as `holds` shows them. */
export interface ListedQuestions {
  texts: string[];
  documents: Record<string, unknown>[];
  /** Whether a value in doubt is a line of one of them. */
  has: (doubt: Pick<OpenDoubt, 'feedId' | 'externalId' | 'field'>) => boolean;
}

export async function listedQuestions(view: StoreView): Promise<ListedQuestions> {
  const questions = await openQuestions(view.store, view.now);
  const texts: string[] = [];
  for (const question of questions)
    texts.push(questionText({ question, lines: await questionLines(question, view.store) }, view));
  const places = new Set(
    questions.flatMap(({ parts }) => parts.flatMap(({ doubts }) => doubts.map((doubt) => placeKey(doubt)))),
  );
  return {
    texts,
    documents: questions.map((one) => questionDocument(one, wordsOf(one), view.feedName)),
    has: (doubt) => places.has(placeKey(doubt)),
  };
}

async function chosen({ store, now }: StoreView, options: QuestionOptions): Promise<ShownQuestion> {
  const open = await openQuestions(store, now);
  const found = open.filter((one) => isChosen(one, options));
  const [question, another] = found;
  if (question === undefined || another !== undefined) throw new CliError(2, whichText(found, open));
  return { question, lines: await questionLines(question, store) };
}

function isChosen(
  { id, by, name, matter }: SharedQuestion,
  { question, mapping, host, rule, word }: QuestionOptions,
): boolean {
  if (question !== undefined && question !== id) return false;
  if (mapping !== undefined && !(by === 'mapping' && name === mapping)) return false;
  if (host !== undefined && !(by === 'host' && name === host)) return false;
  if (matter.kind === 'values') return word === undefined && (rule === undefined || rule === matter.rule);
  const isState = matter.pointer === statePointer;
  if (rule !== undefined && !(rule === 'unknown_state' && isState)) return false;
  return (
    word === undefined ||
    matterKeyOfWord(matter.pointer, word) === matterKeyOfWord(matter.pointer, matter.word)
  );
}

/** @param found the questions that the options name: none, or several */
function whichText(found: readonly SharedQuestion[], open: readonly SharedQuestion[]): string {
  if (open.length === 0)
    return 'No question is shared by three feeds of one mapping or host; nothing was changed. `feedsync holds` shows what each feed asks.';
  const listed = (found.length === 0 ? open : found).map(
    (question) => `  --question ${question.id}: ${sentenceOf(question)}`,
  );
  const why = found.length === 0 ? 'There is no such question' : 'These are several questions';
  return `${why}: name one of these; nothing was changed.\n${listed.join('\n')}`;
}

function sentenceOf(question: SharedQuestion, count = lineCount(question)): string {
  return sharedQuestionSentence({ question, feeds: question.parts.length, count }).en;
}

function wordsOf(question: SharedQuestion): { sentence: Sentence; next: Sentence } {
  const [feeds, count] = [question.parts.length, lineCount(question)];
  return {
    sentence: sharedQuestionSentence({ question, feeds, count }),
    next: sharedQuestionNext(question),
  };
}

function questionText(shown: ShownQuestion, { feedName }: StoreView): string {
  const { question, lines } = shown;
  const feeds = question.parts.map(({ feedId }) => feedName(feedId) ?? String(feedId));
  const more =
    lines.length > titlesShown ? [`… and ${lines.length - titlesShown} more (--dry-run lists them)`] : [];
  return [
    `Question ${question.id}: ${sentenceOf(question, lines.length)}`,
    ...[
      `Feeds: ${feeds.join(', ')}`,
      ...lines.slice(0, titlesShown).map((line) => lineText(line, null)),
      ...more,
      answerText(shown),
    ].map((line) => indent(line)),
  ].join('\n');
}

function lineText(line: QuestionLine, meaning: Sentence | null): string {
  const { feed, externalId, title } = line;
  return `${feed}  ${externalId}  ${oneLine(title ?? '', 60)}: ${oneLine(lineChange(line, meaning).en, 240)}`;
}

/** The commands that preview and answer a question. */
function answerText({ question: { id, matter }, lines }: ShownQuestion, as = 'MEANING'): string {
  const answer = `feedsync confirm --question ${id}${matter.kind === 'word' ? ` --as ${as}` : ''}`;
  const expect = lines.length > expectAbove ? ` --expect ${lines.length}` : '';
  const effect =
    matter.kind === 'word'
      ? `gives the word its meaning (${meanings(matter.pointer)}) in all these feeds`
      : 'confirms exactly these values';
  return `The operator decides for all feeds at once: \`${answer} --dry-run\` lists every listing that changes, \`${answer}${expect}\` ${effect}. Each agency can still decide about its own feed. Nothing is decided automatically.`;
}

function preview(shown: ShownQuestion, { as }: QuestionOptions, view: StoreView): Answer {
  const { question, lines } = shown;
  const meaning = as === undefined ? null : meaningOf(question, as);
  const document = {
    ...questionDocument(question, wordsOf(question), view.feedName),
    lines: lines.map((line) => questionLineDocument(line, lineChange(line, meaning))),
  };
  return {
    text: [
      sentenceOf(question, lines.length),
      ...lines.map((line) => indent(lineText(line, meaning))),
      `Nothing was changed: this is what the answer changes, ${count(lines.length, 'listing')}. ${answerText(shown, as)}`,
    ].join('\n'),
    json: { dry_run: true, question: document },
  };
}

function meaningOf({ matter }: SharedQuestion, as: string): Sentence {
  const known = matter.kind === 'word' && matter.pointer === statePointer ? stateMeaning(as) : null;
  return known ?? { sr: as, en: as };
}

/** What `--as` takes for a field's words. */
function meanings(pointer: string): string {
  return pointer === statePointer
    ? 'active, inactive, sold, rented, withdrawn, expired or ignore'
    : 'a key of the portal’s list, which `feedsync vocabularies` shows, or null: left out';
}
