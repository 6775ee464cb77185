import {
  pairMarked,
  propertyMarks,
  sameProperties,
  type PropertyMarks,
} from '../core/listing/renamed-ids.js';
import { adviceFor } from '../mapping/check/advice.js';
import type { SourceId } from '../model/ids.js';
import type { FeedFindingCode, Finding } from '../model/quality-finding.js';

const samplesMax = 3;

/** Finds properties of one feed that stand under two ids at once, or came again under another id after they had left. */
export class KnownProperties {
  readonly #present: PropertyMarks[] = [];
  readonly #left: PropertyMarks[] = [];

  add(sourceId: SourceId, payload: Readonly<Record<string, unknown>>): void {
    this.#present.push(propertyMarks({ id: sourceId, payload }));
  }

  /** Adds a listing that left the feed lately. */
  addLeft(sourceId: SourceId, payload: Readonly<Record<string, unknown>>): void {
    this.#left.push(propertyMarks({ id: sourceId, payload }));
  }

  findings(): Finding[] {
    const twice = sameProperties(this.#present);
    const renamed = pairMarked(this.#left, this.#present).filter(({ from, to }) => from !== to);
    return [
      ...this.#finding(
        'property_twice',
        'The same property stands under two ids: address, area, price, floor and title or first photo match.',
        new Set(twice.flat()).size,
        twice.map((ids) => ({ sourceId: ids[0] ?? '', value: ids.slice(1).join(', ') })),
      ),
      ...this.#finding(
        'property_renumbered',
        'Properties that left the feed in the last 90 days came back under another id: they lose their age and their views.',
        renamed.length,
        renamed.map(({ from, to }) => ({ sourceId: to, value: from })),
      ),
    ];
  }

  #finding(code: FeedFindingCode, message: string, count: number, samples: Finding['samples']): Finding[] {
    if (count === 0) return [];
    const pointer = '/external_id';
    const advice = adviceFor(code, { pointer });
    const of = this.#present.length;
    return [{ code, pointer, count, of, message, advice, samples: samples.slice(0, samplesMax) }];
  }
}
