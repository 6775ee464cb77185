import { executeDecision, type RequestedDecision } from '../../src/sync/decisions/execute-decision.js';
import type { OpenDoubt } from '../../src/model/content.js';
import type { FeedRecord } from '../../src/model/feed.js';
import type { Hold } from '../../src/model/hold.js';
import { estateFeed, type Ad } from './estate-feed.js';
import { minute } from './manual-clock.js';
import { World, type WorldOptions } from './world.js';

export type Ads = readonly Ad[];
type Decided = ReturnType<typeof executeDecision>;

/** A world with one feed of ads, and what a test of the content guard asks and decides there. */
export class ContentWorld {
  private constructor(readonly world: World) {}

  static async create(options: WorldOptions = {}): Promise<ContentWorld> {
    return new ContentWorld(await World.create(options));
  }

  close(): Promise<void> {
    return this.world.close();
  }

  async serve(list: Ads, wait = 15 * minute): ReturnType<World['round']> {
    // A file with the bytes of a former one would wait a poll, in case a cache served it.
    const exportedAt = new Date(this.world.clock.now() + wait).toISOString().slice(0, 19);
    return this.serveText(estateFeed(list, exportedAt), wait);
  }

  async serveText(text: string, wait = 15 * minute): ReturnType<World['round']> {
    this.world.feed.body = text;
    return this.world.later(wait);
  }

  /** A round in which the source has nothing new. */
  async later(wait = 15 * minute): Promise<void> {
    await this.world.later(wait);
  }

  async feed(): Promise<FeedRecord> {
    const [feed] = await this.world.app.services.store.feeds.all();
    if (feed === undefined) throw new Error('the world has no feed');
    return feed;
  }

  async doubts(): Promise<OpenDoubt[]> {
    return this.world.app.services.store.content.doubts((await this.feed()).id);
  }

  async hold(kind: Hold['kind'] = 'content'): Promise<Hold | undefined> {
    const [hold] = await this.world.app.services.store.holds.open({ kind });
    return hold;
  }

  /** @param createdAt when it was asked for; missing: now */
  decide(
    kind: RequestedDecision['kind'],
    payload: Record<string, unknown>,
    createdAt = this.world.clock.now(),
  ): Decided {
    return executeDecision({ kind, payload, author: 'test', createdAt }, this.world.app.services);
  }

  /** Decides the open hold of this kind as a whole. */
  async answer(kind: 'approve' | 'reject', of: Hold['kind'] = 'content'): Decided {
    const hold = await this.hold(of);
    return this.decide(kind, { holdId: hold?.id, expect: null });
  }

  confirm(externalId: string, of: { value?: string; field?: OpenDoubt['field'] } = {}): Decided {
    const { value = null, field = null } = of;
    return this.decide('confirm', { of: 'listing', connectionId: null, externalId, field, value });
  }

  async confirmRule(rule: OpenDoubt['rule']): Decided {
    const { name } = await this.feed();
    return this.decide('confirm', { of: 'rule', feed: name, rule, expect: null });
  }

  takeBack(externalId: string): Decided {
    const { connectionId } = this.world;
    return this.decide('confirm', { of: 'undo', connectionId, externalId, field: null });
  }

  priceOf(id: string): unknown {
    const { price, rent } = this.world.payload(id) as Record<
      'price' | 'rent',
      { amount?: unknown } | undefined
    >;
    return (price ?? rent)?.amount;
  }
}

/** The first ads with other prices. */
export function priced(list: Ads, ...prices: number[]): Ad[] {
  return list.map((one, index) => ({ ...one, price: prices[index] ?? one.price }));
}

/** All ads at so many times their price. */
export function times(list: Ads, factor: number): Ad[] {
  return list.map((one) => ({ ...one, price: one.price * factor }));
}

/** An ad with other members, among the others. */
export function withAd(list: Ads, index: number, change: Partial<Ad>): Ad[] {
  return list.map((one, at) => (at === index ? { ...one, ...change } : one));
}
