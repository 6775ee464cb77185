import { contentQuestions } from '../../src/core/content/guard/questions.js';
import type { OpenDoubt } from '../../src/model/content.js';
import { errorKinds, type ErrorKind, type PlantedError } from './market.js';

/** The result for one kind of planted errors. */
export interface KindResult {
  planted: number;
  live: number;
  /** Of a factor of 8 or more. */
  large: Record<Stands, { planted: number; live: number }>;
}

/** What an error meets: a live listing, one whose value is an answer or was live before, or a new one. */
export type Stands = 'onLive' | 'afterAnswer' | 'onNew';

/** Why a right value was asked about. */
export type Needless =
  | 'it corrects an error that was live'
  | 'its id names another property now'
  | 'it follows a confirmed value'
  | 'it is unusual'
  | 'the whole file looks sorted';

export interface AgencyResult {
  /** Largest number of its listings. */
  size: number;
  /** Questions in which every value was right. */
  needless: number;
}

export interface MarketResult {
  listings: number;
  /** Right values that were written, new or changed. */
  right: number;
  /** Right values that waited for an answer. */
  rightHeld: number;
  /** Right values in files that waited as a whole: one of their columns was sorted. */
  rightDelayed: number;
  questions: number;
  needless: Map<string, number>;
  agencies: Map<string, AgencyResult>;
  kinds: Record<ErrorKind, KindResult>;
  /** Tables of which one column was sorted, and those that were held as a whole. */
  sheets: { planted: number; held: number };
}

export function emptyResult(): MarketResult {
  return {
    ...{ listings: 0, right: 0, rightHeld: 0, rightDelayed: 0, questions: 0 },
    ...{ needless: new Map(), agencies: new Map(), sheets: { planted: 0, held: 0 } },
    kinds: Object.fromEntries(errorKinds.map((kind) => [kind, emptyKind()])) as MarketResult['kinds'],
  };
}

const emptyKind = (): KindResult => ({
  ...{ planted: 0, live: 0 },
  large: {
    onLive: { planted: 0, live: 0 },
    afterAnswer: { planted: 0, live: 0 },
    onNew: { planted: 0, live: 0 },
  },
});

/** From this factor on, an error is large. */
export const largeFrom = 8;

/** Counts each planted error once, and once more when it first goes live. */
export class ErrorTally {
  readonly #planted = new WeakMap<PlantedError, Stands>();
  readonly #live = new WeakSet<PlantedError>();

  constructor(private readonly kinds: MarketResult['kinds']) {}

  planted(error: PlantedError, stands: Stands): void {
    if (this.#planted.has(error)) return;
    this.#planted.set(error, stands);
    this.#count(error, stands, 'planted');
  }

  live(error: PlantedError): void {
    if (this.#live.has(error)) return;
    this.#live.add(error);
    this.#count(error, this.#planted.get(error) ?? 'onNew', 'live');
  }

  #count({ kind, factor }: PlantedError, stands: Stands, what: 'planted' | 'live'): void {
    this.kinds[kind][what]++;
    if (factor >= largeFrom) this.kinds[kind].large[stands][what]++;
  }
}

/** Counts what one agency is asked: a question is new when it holds a doubt that was not open before, and was none itself. */
export class QuestionTally {
  #open: ReadonlySet<string> = new Set();
  #groups: ReadonlySet<string> = new Set();

  /** @returns the doubts of each new question */
  update(doubts: readonly OpenDoubt[]): (readonly OpenDoubt[])[] {
    const questions = contentQuestions(doubts);
    const isNew = (doubt: OpenDoubt): boolean => !this.#open.has(keyOf(doubt));
    const added = questions.filter(
      ({ rule, doubts: asked }) => asked.some(isNew) && !(asked.length > 1 && this.#groups.has(rule)),
    );
    this.#groups = new Set(questions.filter(({ doubts: { length } }) => length > 1).map(({ rule }) => rule));
    this.#open = new Set(doubts.map(keyOf));
    return added.map(({ doubts: asked }) => asked);
  }
}

function keyOf({ rule, externalId, field, value }: OpenDoubt): string {
  return [rule, externalId, field, value].join(' ');
}
