import { createHash } from 'node:crypto';
import type { Clock } from '../../platform/clock.js';
import { makeAd, makeFlat, priceStep, type Ad } from './ads.js';
import { renderFeed } from './feed-xml.js';
import { createDice, type Dice } from './numbers.js';

/** A change of the demo agency's feed, which the demo prints and tests compare with. */
interface DemoChange {
  kind: 'price' | 'new' | 'sold';
  /** The ad's code, which becomes the external_id. */
  code: string;
  /** Epoch milliseconds. */
  at: number;
}

/** An invented agency with a feed. */
export interface DemoAgency {
  /** Serves the feed under any path, with an ETag. */
  fetch(request: Request): Promise<Response>;
  /** The changes so far, oldest first. */
  changes(): readonly DemoChange[];
  /** Codes of the ads in the feed now. */
  codes(): string[];
}

const minuteMs = 60_000;

/** The changes of the feed, one a minute, repeated without end. There are as many new ads as sold ones: the feed keeps its size. */
const programme: readonly DemoChange['kind'][] = [
  'price',
  'new',
  'sold',
  'price',
  'new',
  'price',
  'sold',
  'price',
];

/**
 * An invented agency whose feed has the format that Serbian agency software exports, and changes once in every minute of the clock.
 * The feed at a given time depends on the seed and the starting time only, not on when or how often it is fetched.
 */
export function createDemoAgency(options: { clock: Clock; seed?: number; ads?: number }): DemoAgency {
  const { clock, seed = 1, ads: count = 60 } = options;
  const startedAt = clock.now();
  const dice = createDice(seed);
  const ads = Array.from({ length: count }, (_, index) =>
    makeAd({ number: index + 1, dice, now: startedAt }),
  );
  const changes: DemoChange[] = [];

  const change = (kind: DemoChange['kind'], at: number): string => {
    if (kind === 'new') {
      const ad = makeFlat({ number: count + changes.length + 1, dice, now: at });
      ads.push({ ...ad, changedAt: at });
      return ad.code;
    }
    const index = dice.between(0, ads.length - 1);
    const ad = ads[index];
    if (!ad) return '';
    if (kind === 'sold') ads.splice(index, 1);
    else ads[index] = { ...ad, cena: nearbyPrice(ad, dice), changedAt: at };
    return ad.code;
  };

  const catchUp = (): void => {
    const minutes = Math.floor((clock.now() - startedAt) / minuteMs);
    while (changes.length < minutes) {
      const kind = programme[changes.length % programme.length] ?? 'price';
      const at = startedAt + (changes.length + 1) * minuteMs;
      changes.push({ kind, code: change(kind, at), at });
    }
  };

  return {
    async fetch(request) {
      catchUp();
      return serve(request, renderFeed(ads, changes.at(-1)?.at ?? startedAt));
    },
    changes() {
      catchUp();
      return changes;
    },
    codes() {
      catchUp();
      return ads.map((ad) => ad.code);
    },
  };
}

/** The price, 3 or 5 % lower or 3 % higher, rounded to the usual step. It always differs from the old price. */
function nearbyPrice({ cena, vrstaponude }: Ad, dice: Dice): number {
  const step = priceStep[vrstaponude];
  const price = Math.round((cena * dice.pick([0.95, 0.97, 1.03])) / step) * step;
  return price === cena || price <= 0 ? cena + step : price;
}

function serve(request: Request, xml: string): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD') return new Response(null, { status: 405 });
  const etag = `"${createHash('sha256').update(xml).digest('hex').slice(0, 32)}"`;
  const headers = { ETag: etag, 'Content-Type': 'application/xml; charset=utf-8' };
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  return new Response(request.method === 'HEAD' ? null : xml, { headers });
}
