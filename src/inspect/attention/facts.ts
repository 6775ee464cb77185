import { stoppedKey } from '../../store/stopped-key.js';
import type { Millis } from '../../store/rows.js';
import type { Store } from '../../store/store.js';
import { agencyNames } from './agency-name.js';

/** What a look at the store needs beside it. */
export interface AttentionContext {
  now: Millis;
  /** Of the hour's item budget. */
  windowMs: number;
  /** From what age a question needs the operator. */
  remindAfterMs: number;
}

/**
 * What finders look at. Each part is read at most once, with one statement however many agencies there are, and only if a finder asks
 * for it.
 */
export class Facts {
  /** @param connectionIds only what concerns these; null: everything */
  constructor(
    readonly store: Store,
    readonly context: AttentionContext,
    readonly connectionIds: readonly string[] | null = null,
  ) {}

  readonly connections = once(async () => {
    const rows = await this.store.connections.all();
    return rows.filter(({ id }) => this.#isMeant(id));
  });
  readonly feeds = once(async () => {
    const rows = await this.store.feeds.all();
    return rows.filter(({ connectionId }) => this.#isMeant(connectionId));
  });
  readonly holds = once(async () => {
    const rows = await this.store.holds.open({});
    return rows.filter(({ connectionId }) => this.#isMeant(connectionId));
  });
  readonly standings = once(() => this.store.figures.standings(this.connectionIds));
  readonly wishes = once(() => this.store.figures.wishes(this.connectionIds));
  readonly contents = once(async () => this.store.figures.contents(await this.#feedIds()));
  readonly invalidRecords = once(async () =>
    this.store.figures.invalidRecords(this.connectionIds === null ? null : await this.#feedIds()),
  );
  /** Outbox entries that wait for more than their turn. */
  readonly keptBack = once(() => this.store.outbox.parked(this.connectionIds));
  readonly parkedRequests = once(async () => {
    const rows = await this.store.parkedRequests.all();
    return rows.filter(({ connectionId }) =>
      connectionId === null ? this.connectionIds === null : this.#isMeant(connectionId),
    );
  });
  readonly stoppedKey = once(() => stoppedKey(this.store));
  readonly suspectVocabulary = once(() => this.store.reference.suspect());
  readonly servingVocabulary = once(() => this.store.reference.vocabulary());

  readonly agencyOf = once(async () => agencyNames(await this.connections()));

  /** Outbox entries by connection. */
  readonly waiting = once(async () => {
    const waiting = new Map<string, number>();
    for (const { connectionId, count } of await this.wishes())
      waiting.set(connectionId, (waiting.get(connectionId) ?? 0) + count);
    return waiting;
  });

  #isMeant(connectionId: string): boolean {
    return this.connectionIds === null || this.connectionIds.includes(connectionId);
  }

  async #feedIds(): Promise<number[]> {
    return (await this.feeds()).map(({ id }) => id);
  }
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | null = null;
  return () => (found ??= read());
}
