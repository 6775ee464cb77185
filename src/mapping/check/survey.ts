import type { SourceId } from '../../model/ids.js';
import type { Issue } from '../../model/outcome.js';
import type { Finding, FindingCode, FindingSample } from '../../model/quality-finding.js';
import { adviceFor } from './advice.js';
import type { Payload } from './doubt.js';
import type { ExportToken } from './export-token.js';
import { photoUrls } from './placeholders.js';

/** A picture that this many listings share is reported: it is taken to show none of them. */
const sharedMin = 5;
/** The number of photo URLs that are counted. Bounds the memory. */
const urlsMax = 300_000;
/** With fewer records, dates of change and changes of photo URLs are not judged: so few prove nothing about an export. */
const recordsMin = 5;
/** If all dates of change lie within this time, they are taken for the dates of an export. */
const exportMs = 60_000;
/** Changed photo URLs are reported only if they changed in at least this share of the compared listings. */
const tokenShare = 0.8;
const samplesMax = 3;

interface Tally {
  code: FindingCode;
  pointer: string;
  message: string;
  count: number;
  /** The record that was counted last: the issues of one record come together. */
  last: SourceId;
  samples: FindingSample[];
}

/** Codes of what a mapping provides for: nothing is wrong with the record, but it is not as the feed has it. */
const asMapped: ReadonlySet<FindingCode> = new Set<FindingCode>([
  'attribute_not_applicable',
  'fallback_used',
  'field_dropped',
  'ignored',
  'kept',
]);

/** Most frequent first; what the mapping itself provides for comes last. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  const rank = ({ code }: Finding): number => (asMapped.has(code) ? 1 : 0);
  return [...findings].sort((a, b) => rank(a) - rank(b) || b.count - a.count);
}

/** A picture of several listings. */
interface SharedPhoto {
  count: number;
  last: SourceId;
  samples: SourceId[];
}

/** Counts what looks wrong in the records of one feed. The records are added one by one, and the memory is bounded. */
export class Survey {
  readonly #tallies = new Map<string, Tally>();
  /** By URL. Most pictures are of one listing: then its id alone stands here, which takes a third of the memory. */
  readonly #photos = new Map<string, SourceId | SharedPhoto>();
  #records = 0;
  readonly #dates = { count: 0, least: Infinity, most: -Infinity };
  #token: ExportToken | null = null;
  readonly #tokens = { compared: 0, changed: 0, keys: new Set<string>(), samples: [] as FindingSample[] };

  /** Counts a record and its issues. The same code and field of one record count once. */
  addRecord(sourceId: SourceId, issues: readonly Issue[]): void {
    this.#records++;
    this.addIssues(sourceId, issues);
  }

  /** Adds further issues of a record that was counted before. */
  addIssues(sourceId: SourceId, issues: readonly Issue[]): void {
    for (const issue of issues) this.#count(issue, sourceId);
  }

  addPhotos(sourceId: SourceId, payload: Payload): void {
    for (const url of photoUrls(payload)) {
      const known = this.#photos.get(url);
      if (known === undefined) {
        if (this.#photos.size < urlsMax) this.#photos.set(url, sourceId);
      } else if (typeof known === 'string') {
        if (known !== sourceId)
          this.#photos.set(url, { count: 2, last: sourceId, samples: [known, sourceId] });
      } else if (known.last !== sourceId) {
        known.count++;
        known.last = sourceId;
        if (known.samples.length < samplesMax) known.samples.push(sourceId);
      }
    }
  }

  /** Adds `count` records whose dates of change lie between these times, in epoch milliseconds. */
  addDates(least: number, most: number, count = 1): void {
    this.#dates.count += count;
    this.#dates.least = Math.min(this.#dates.least, least);
    this.#dates.most = Math.max(this.#dates.most, most);
  }

  /** Adds a listing that was compared with its former export. @param tokens see `changedTokens` */
  addCompared(sourceId: SourceId, tokens: readonly string[]): void {
    this.#tokens.compared++;
    if (tokens.length === 0) return;
    this.#tokens.changed++;
    for (const token of tokens) this.#tokens.keys.add(token);
    if (this.#tokens.samples.length < samplesMax)
      this.#tokens.samples.push({ sourceId, value: tokens.join(', ') });
  }

  /** Adds the query key that feedsync leaves out of comparisons by itself. */
  addToken(token: ExportToken): void {
    this.#token = token;
  }

  /** Whether enough listings were compared to tell whether photo URLs change with each export. */
  get judgesPhotos(): boolean {
    return this.#tokens.compared >= recordsMin;
  }

  /** See `inOrder`. */
  findings(): Finding[] {
    const doubts = [...this.#tallies.values()].map((tally) => this.#ofTally(tally));
    return inOrder([
      ...doubts,
      ...this.#sharedPhotos(),
      ...this.#exportDates(),
      ...this.#changingPhotos(),
      ...this.#leftOutToken(),
    ]);
  }

  #count({ code, pointer, message, value }: Issue, sourceId: SourceId): void {
    const key = `${code} ${pointer}`;
    const known = this.#tallies.get(key);
    if (known?.last === sourceId) return;
    const tally = known ?? { code, pointer, message, count: 0, last: sourceId, samples: [] };
    this.#tallies.set(key, tally);
    tally.count++;
    tally.last = sourceId;
    if (tally.samples.length < samplesMax) tally.samples.push({ sourceId, value: value ?? null });
  }

  #ofTally({ code, pointer, message, count, samples }: Tally): Finding {
    const advice = adviceFor(code, { pointer });
    return { code, pointer, count, of: this.#records, message, advice, samples };
  }

  #sharedPhotos(): Finding[] {
    const shared: [string, SharedPhoto][] = [];
    for (const [url, photo] of this.#photos)
      if (typeof photo !== 'string' && photo.count >= sharedMin) shared.push([url, photo]);
    shared.sort(([, a], [, b]) => b.count - a.count);
    return shared.slice(0, samplesMax).map(([url, { count, samples }]) => ({
      code: 'photo_shared',
      pointer: '/photos',
      count,
      of: this.#records,
      message: `One picture stands in ${count} listings: it shows none of them.`,
      advice: adviceFor('photo_shared', { pointer: '/photos', value: url }),
      samples: samples.map((sourceId) => ({ sourceId, value: url })),
    }));
  }

  #exportDates(): Finding[] {
    const { count, least, most } = this.#dates;
    if (count < recordsMin || most - least > exportMs) return [];
    const pointer = '/source/updated_at';
    const message =
      'All records say that they were changed within the same minute: that tells when they were exported, and nothing of a record.';
    const advice = adviceFor('dates_of_export', { pointer });
    return [{ code: 'dates_of_export', pointer, count, of: this.#records, message, advice, samples: [] }];
  }

  #leftOutToken(): Finding[] {
    if (this.#token === null) return [];
    const { key, count, of } = this.#token;
    const pointer = '/photos';
    const message = `The addresses of photos change at each export in one query key (${key}). The key is left out of comparisons, so that nothing is sent again for it alone.`;
    const advice = adviceFor('photo_token', { pointer, value: key });
    return [{ code: 'photo_token', pointer, count, of, message, advice, samples: [] }];
  }

  #changingPhotos(): Finding[] {
    const { compared, changed, keys, samples } = this.#tokens;
    if (!this.judgesPhotos || changed < compared * tokenShare) return [];
    const value = [...keys].sort().join(', ');
    const message = `The addresses of photos change at each export (${value}), so that every listing is sent again each time.`;
    const advice = adviceFor('photo_urls_change', { pointer: '/photos', value });
    const pointer = '/photos';
    return [{ code: 'photo_urls_change', pointer, count: changed, of: compared, message, advice, samples }];
  }
}
