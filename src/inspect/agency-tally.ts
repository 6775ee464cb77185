import type { ExternalId, SourceId } from '../model/ids.js';
import type { AskedListing, ListingCard, OpenWord, ReadingCause } from '../core/setup/agency-reading.js';
import { isAboutWord, type Issue } from '../model/outcome.js';
import type { Recommendation } from '../core/setup/proposal.js';
import { statePointer } from '../model/content.js';
import { unpackPayload } from '../store/records/staged-record.js';
import type { TriedRecord } from './mapping-trial/map-snapshot.js';
import type { PortalWords } from './mapping-trial/preview.js';
import { IdCount, type IdFinding } from './id-count.js';
import { OpenQuestions } from './init/questions.js';
import { unknownWordKey } from '../model/fold.js';
import type { explainer } from './unmapped.js';
import { differingFacts } from '../core/setup/differing-facts.js';
import { askedMax } from '../core/setup/fact-answer.js';
import { payloadFacts } from '../core/setup/listing-rule.js';
import { ownValue } from '../model/own-value.js';

type Explain = ReturnType<typeof explainer>;

/** Most sample listings of a word. */
const samplesMax = 3;
/** Most listings that are named with a cause. */
const namedMax = 200;
/** Maximum number of words reported. A feed with more unmapped values has the wrong mapping. */
const wordsMax = 300;

/** Collects the overview of a feed that an agency sees before anything is sent. Nothing is assumed of open questions: a listing that lacks only answers is ready. */
export class AgencyTally {
  readonly #causes = new Map<string, ReadingCause>();
  readonly ids = new IdCount();
  readonly questions: OpenQuestions;
  readonly #words = new Map<string, Omit<OpenWord, 'suggestions' | 'table' | 'vocabulary'>>();
  readonly cards: ListingCard[] = [];
  readonly #asked = new Map<string, Omit<AskedListing, 'sourceId'>>();
  readonly #askedIds: ReadonlySet<string>;
  records = 0;
  listings = 0;
  ready = 0;
  leftOut = 0;

  constructor(
    private readonly portal: PortalWords,
    private readonly cardsMax: number,
    /** Answers that the file suggests, by payload path or `transaction`. */
    recommended: ReadonlyMap<string, Recommendation>,
    /** What the records wait for while nothing is answered. */
    private readonly asked: QuestionTally,
  ) {
    this.#askedIds = new Set(asked.records().flatMap(([, ids]) => ids));
    this.questions = new OpenQuestions(recommended);
  }

  meet(record: TriedRecord): void {
    const { kind, sourceId, issues, listings, unknownState } = record;
    // In a shared file, records of other feeds do not count.
    if (kind === 'elsewhere') return;
    this.records += 1;
    const isOffer = kind !== 'ignore' && kind !== 'remove';
    const ready =
      isOffer && unknownState === null ? listings.filter(({ wanted }) => wanted !== null).length : 0;
    const offered = isOffer ? Math.max(1, listings.length) : 0;
    const found = this.ids.meet(sourceId, digestOf(record), offered, ready);
    if (found.isRepeated) return;
    if (found.doubled > 0) this.#meetDoubled(sourceId ?? '', found);
    if (kind === 'ignore' || kind === 'remove') {
      this.leftOut += 1;
      return;
    }
    this.listings += Math.max(1, listings.length);
    this.questions.meet(
      issues,
      listings.find(({ wanted }) => wanted?.title != null)?.wanted?.title ?? sourceId,
    );
    const id = listings[0]?.externalId ?? sourceId ?? '';
    for (const issue of once(issues))
      if (issue.code !== 'answer_missing') this.#meetIssue(issue, id, unknownState !== null);
    for (const { externalId, wanted } of found.doubled > 0 ? [] : listings) {
      if (wanted === null || unknownState !== null) continue;
      this.ready += 1;
      const isAsked = sourceId !== null && this.#askedIds.has(sourceId);
      const isShown = this.cards.length < this.cardsMax;
      if (!isAsked && !isShown) continue;
      const payload = unpackPayload(wanted.packed);
      const card = cardOf(externalId, wanted.title, payload, this.portal);
      if (isShown) this.cards.push({ ...card, ...(issues.some(isOpenOffer) && { transaction: null }) });
      if (isAsked)
        this.#asked.set(sourceId, {
          ...{ title: card.title, place: addressOf(card) },
          facts: payloadFacts(payload),
        });
    }
  }

  /** The listings that wait for each fact that may differ between them. */
  askedOf(): Record<string, AskedListing[]> {
    const nothing = { title: null, place: null };
    const shown = (sourceId: string): AskedListing => ({
      sourceId,
      ...(this.#asked.get(sourceId) ?? nothing),
    });
    return Object.fromEntries(this.asked.records().map(([path, ids]) => [path, ids.map(shown)]));
  }

  /** Blocking causes first, then by number of listings. */
  causes(): ReadingCause[] {
    return [...this.#causes.values()].sort(
      (a, b) => Number(b.blocks) - Number(a.blocks) || b.listings - a.listings,
    );
  }

  /** Blocking words first, then by number of listings. */
  words(explain: Explain, vocabularyOf: (pointer: string) => string | null): OpenWord[] {
    return [...this.#words.values()]
      .sort((a, b) => Number(b.blocks) - Number(a.blocks) || b.listings - a.listings)
      .slice(0, wordsMax)
      .map((word) => {
        const { table, suggestions } = explain(word.pointer, word.word);
        return {
          ...word,
          table,
          vocabulary: vocabularyOf(word.pointer),
          suggestions: suggestions.map(({ target: key, label, confidence }) => ({ key, label, confidence })),
        };
      });
  }

  /** Of two records of one id with different contents none is published. */
  #meetDoubled(id: SourceId, { doubled, noLongerReady }: IdFinding): void {
    this.ready -= noLongerReady;
    const pointer = '/external_id';
    const key = `error duplicate_id ${pointer}`;
    const known = this.#causes.get(key) ?? {
      ...{ blocks: true, code: 'duplicate_id', pointer },
      ...{ listings: 0, samples: [] },
    };
    known.listings += doubled;
    const message = 'Several records have this id with different content.';
    if (known.samples.length < namedMax) known.samples.push({ externalId: id, message, value: id });
    this.#causes.set(key, known);
  }

  /** @param waits whether the record's listing waits for the meaning of its state */
  #meetIssue(issue: Issue, externalId: ExternalId | SourceId, waits: boolean): void {
    const { severity, code, pointer, message, value = null } = issue;
    const blocks = severity === 'error' || (waits && pointer === statePointer);
    if (value !== null && isAboutWord({ code, value })) {
      const key = unknownWordKey(pointer, value);
      const known = this.#words.get(key) ?? { pointer, word: value, listings: 0, blocks, samples: [] };
      known.listings += 1;
      known.blocks ||= blocks;
      if (known.samples.length < samplesMax) known.samples.push(externalId);
      this.#words.set(key, known);
      return;
    }
    const key = `${severity} ${code} ${pointer}`;
    const known = this.#causes.get(key) ?? { blocks, code, pointer, listings: 0, samples: [] };
    known.listings += 1;
    if (known.samples.length < namedMax) known.samples.push({ externalId, message, value });
    this.#causes.set(key, known);
  }
}

/** Whether the agency is asked for sale or rent: the trial only assumes one, to judge the rest. */
function isOpenOffer({ code, pointer }: Issue): boolean {
  return code === 'answer_missing' && pointer === '/transaction';
}

/** Equal for records with the same outcome: kind, contents and issues. */
function digestOf({ kind, listings, issues }: TriedRecord): string {
  return JSON.stringify([kind, listings.map(({ wanted }) => wanted?.digest ?? null), issues]);
}

/** Distinct issues: the same issue of both listings of a record counts once. */
function once(issues: readonly Issue[]): Issue[] {
  const seen = new Set<string>();
  return issues.filter(({ severity, code, pointer, value = '' }) => {
    const key = `${severity} ${code} ${pointer} ${value}`;
    return seen.size < seen.add(key).size;
  });
}

/** Counts the records that wait for each fact that only the agency knows, by payload path. */
export class QuestionTally {
  readonly #missing = new Map<string, number>();
  /** The first records that wait for each fact that may differ between listings. */
  readonly #records = new Map<string, Set<string>>(differingFacts.map(({ path }) => [path, new Set()]));

  meet({ issues, sourceId }: TriedRecord): void {
    const missing = issues.filter(({ code }) => code === 'answer_missing');
    for (const path of new Set(missing.map(({ pointer }) => pointer.slice(1).replaceAll('/', '.')))) {
      this.#missing.set(path, (this.#missing.get(path) ?? 0) + 1);
      const records = this.#records.get(path);
      if (sourceId !== null && records !== undefined && records.size < askedMax) records.add(sourceId);
    }
  }

  /** Takes over the questions of another reading of the same records, each with the larger number. */
  add(other: QuestionTally): void {
    for (const [path, count] of other.#missing)
      this.#missing.set(path, Math.max(count, this.#missing.get(path) ?? 0));
    for (const [path, ids] of other.#records)
      for (const id of ids)
        if ((this.#records.get(path)?.size ?? 0) < askedMax) this.#records.get(path)?.add(id);
  }

  /** Ids of records that wait for each fact that may differ between listings. */
  records(): [path: string, sourceIds: string[]][] {
    return [...this.#records].flatMap(([path, ids]) => (ids.size === 0 ? [] : [[path, [...ids]]]));
  }

  result(): Record<string, number> {
    return Object.fromEntries(this.#missing);
  }
}

function cardOf(
  externalId: ExternalId,
  title: string | null,
  payload: Record<string, unknown>,
  { vocabulary, places }: PortalWords,
): ListingCard {
  const { location, structure } = payload;
  const money = payload.rent === undefined ? payload.price : payload.rent;
  const placeId = ownValue(location, 'place_id');
  const place = places.find(({ id }) => id === placeId);
  const category = vocabulary.fields.category.find(({ key }) => key === payload.category);
  const photos: unknown[] = Array.isArray(payload.photos) ? payload.photos : [];
  return {
    externalId,
    transaction: text(payload.transaction),
    title,
    amount: number(ownValue(money, 'amount')),
    currency: text(ownValue(money, 'currency')),
    place: place?.nameSr ?? text(placeId),
    address: text(ownValue(location, 'address_line')),
    category: category?.labels[0] ?? text(payload.category),
    area: number(ownValue(structure, 'area_sqm')),
    rooms: number(ownValue(structure, 'rooms')) ?? number(ownValue(structure, 'bedrooms')),
    photo: text(urlOf(photos[0])),
    photos: photos.length,
  };
}

function addressOf({ address, place }: ListingCard): string | null {
  const parts = [address, place].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}

function urlOf(photo: unknown): unknown {
  return typeof photo === 'object' && photo !== null && 'url' in photo ? photo.url : photo;
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function number(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
