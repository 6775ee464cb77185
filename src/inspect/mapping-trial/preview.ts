import type { ExternalId } from '../../model/ids.js';
import type { Issue, RecordKind } from '../../model/outcome.js';
import type { ProposalLine } from '../../core/setup/proposal.js';
import type { Place, Vocabulary } from '../../model/reference.js';
import { unpackPayload } from '../../store/records/staged-record.js';
import { unknownWordKey } from '../../model/fold.js';
import type { UnknownWord } from '../unknown-words.js';
import type { FirstRecords } from '../init/first-records.js';
import { OpenQuestions } from '../init/questions.js';
import type { TriedRecord } from './map-snapshot.js';
import { ownValue } from '../../model/own-value.js';

/** The result of mapping a kept file, before planning. */
export interface Preview {
  records: number;
  /** Records by outcome. */
  kinds: Record<RecordKind, number>;
  /** Publishable listings; a record may yield two. */
  listings: number;
  /** The first few publishable listings. */
  samples: PreviewListing[];
  /** Errors first, then by number of records. */
  issues: IssueCount[];
  /** What is proven, asked and left out; none of a delta feed, whose records stand in many files. */
  lines: ProposalLine[];
  /** Unmapped values, most frequent first. */
  unknownWords: UnknownWord[];
}

/** The fields by which a reader recognises a listing. */
export interface PreviewListing {
  externalId: ExternalId;
  transaction: string | null;
  title: string | null;
  /** Amount and currency; of a rental, per month. */
  price: string | null;
  place: string | null;
  category: string | null;
  photos: number;
}

export interface IssueCount {
  severity: Issue['severity'];
  code: string;
  pointer: string;
  /** Records with the issue. */
  count: number;
  samples: { record: string; message: string; value: string | null }[];
}

/** Sample records per issue or word. */
const samplesMax = 3;

/** The portal's vocabulary and places, for display names. */
export interface PortalWords {
  vocabulary: Vocabulary;
  places: readonly Place[];
}

/** Counts the records of a trial by kind, whether they were mapped or not, with their listings, issues and unknown words. */
export class PreviewTally {
  readonly #kinds: Preview['kinds'] = { mapped: 0, invalid: 0, keep: 0, ignore: 0, remove: 0, elsewhere: 0 };
  readonly #issues = new Map<string, IssueCount>();
  readonly #words = new Map<string, UnknownWord>();
  readonly #samples: PreviewListing[] = [];
  readonly #questions = new OpenQuestions(new Map());
  #records = 0;
  #listings = 0;

  constructor(
    private readonly words: PortalWords,
    /** Maximum number of sample listings. */
    private readonly listingsMax: number,
  ) {}

  meet({ kind, sourceId, issues, listings }: TriedRecord): void {
    this.#records += 1;
    this.#kinds[kind] += 1;
    // In a shared file, records of other feeds have nothing to report.
    if (kind === 'elsewhere') return;
    const record = sourceId ?? '(no id)';
    for (const issue of issues) this.#meetIssue(issue, record);
    this.#questions.meet(
      issues,
      listings.find(({ wanted }) => wanted?.title != null)?.wanted?.title ?? sourceId,
    );
    for (const { externalId, wanted } of listings) {
      if (wanted === null) continue;
      this.#listings += 1;
      if (this.#samples.length < this.listingsMax)
        this.#samples.push(this.#shown(externalId, wanted.title, unpackPayload(wanted.packed)));
    }
  }

  /** @param first the first records of the file; null: there is no single file */
  result(first: FirstRecords | null): Preview {
    const rank = { error: 0, warning: 1 };
    return {
      records: this.#records,
      kinds: this.#kinds,
      listings: this.#listings,
      samples: this.#samples,
      lines: first?.lines(this.#questions.list()) ?? [],
      issues: [...this.#issues.values()].sort(
        (a, b) => rank[a.severity] - rank[b.severity] || b.count - a.count,
      ),
      unknownWords: [...this.#words.values()].sort((a, b) => b.count - a.count),
    };
  }

  #meetIssue(issue: Issue, record: string): void {
    const { severity, code, pointer, message, value = null } = issue;
    const key = `${severity} ${code} ${pointer}`;
    const known = this.#issues.get(key) ?? { severity, code, pointer, count: 0, samples: [] };
    known.count += 1;
    if (known.samples.length < samplesMax) known.samples.push({ record, message, value });
    this.#issues.set(key, known);
    if (/^(unmapped|place)_/.test(code)) this.#meetWord(issue, record);
  }

  #meetWord({ pointer, value }: Issue, record: string): void {
    if (value === undefined) return;
    const key = unknownWordKey(pointer, value);
    const known = this.#words.get(key) ?? { pointer, word: value, count: 0, samples: [] };
    known.count += 1;
    if (known.samples.length < samplesMax) known.samples.push(record);
    this.#words.set(key, known);
  }

  #shown(externalId: ExternalId, title: string | null, payload: Record<string, unknown>): PreviewListing {
    const { vocabulary, places } = this.words;
    const placeId = ownValue(payload.location, 'place_id');
    const place = places.find(({ id }) => id === placeId);
    const category = vocabulary.fields.category.find(({ key }) => key === payload.category);
    const money = payload.rent === undefined ? payload.price : payload.rent;
    const amount = ownValue(money, 'amount');
    return {
      externalId,
      transaction: text(payload.transaction),
      title,
      price:
        typeof amount !== 'number' ? null : `${amount} ${text(ownValue(money, 'currency')) ?? ''}`.trim(),
      place: place?.nameSr ?? text(placeId),
      category: category?.labels[0] ?? text(payload.category),
      photos: Array.isArray(payload.photos) ? payload.photos.length : 0,
    };
  }
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
