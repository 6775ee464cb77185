import { statePointer } from '../../model/content.js';
import { doubtCode, type Issue } from '../../model/outcome.js';
import type { RecordStore, StagedWithStored } from '../../store/store.js';
import type { Feed, Services } from '../services/services.js';

/**
 * Words for the state under which listings were live before such words were asked about. Only a feed of release 0.1.0 has any: what is live
 * at an upgrade counts as let through (RULES R203).
 */
export class FormerWords {
  #records: Pick<RecordStore, 'get'> | null = null;
  /** Ordinals of records. */
  readonly #letThrough = new Set<number>();

  constructor(
    private readonly feed: Pick<Feed, 'id'>,
    private readonly services: Pick<Services, 'store'>,
  ) {}

  async open(): Promise<void> {
    const { feeds, records } = this.services.store;
    const isOfFormerRelease = (await feeds.get(this.feed.id))?.cleansIds === false;
    this.#records = isOfFormerRelease ? records : null;
  }

  /** Reads how the records of a block that have an unknown word were understood before. */
  async load(block: readonly StagedWithStored[]): Promise<void> {
    this.#letThrough.clear();
    for (const { ordinal, stored, staged } of block) {
      const { sourceId, unknownState } = staged;
      if (this.#records === null || unknownState === null || stored.length === 0) continue;
      const former = await this.#records.get(this.feed.id, sourceId);
      if (former?.kind === 'mapped' && wasLetThrough(former.issues, unknownState))
        this.#letThrough.add(ordinal);
    }
  }

  /** Whether the record had the same unknown word before, in no doubt. */
  hasLetThrough({ ordinal }: Pick<StagedWithStored, 'ordinal'>): boolean {
    return this.#letThrough.has(ordinal);
  }
}

function wasLetThrough(issues: readonly Issue[], word: string): boolean {
  const isSame = issues.some(
    ({ code, pointer, value }) => code === 'unmapped_word' && pointer === statePointer && value === word,
  );
  return isSame && issues.every(({ code }) => code !== doubtCode('unknown_state'));
}
