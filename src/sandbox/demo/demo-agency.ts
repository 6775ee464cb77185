import { createHash } from 'node:crypto';
import type { Clock } from '../../platform/clock.js';
import { makeAd, makeFlat, priceStep, type Ad } from './ads.js';
import { renderFeed } from './feed-xml.js';
import { createDice, type Dice } from './numbers.js';

/** Something that the agency did: the demo says so, and tests know what to expect. */
interface DemoChange {
  kind: 'price' | 'new' | 'sold';
  /** The ad's code, which becomes the external_id. */
  code: string;
  /** Epoch milliseconds. */
  at: number;
}

export interface DemoAgency {
  /** Serves the feed under any path, with an ETag. */
  fetch(request: Request): Promise<Response>;
  /** What was changed so far, oldest first. */
  changes(): readonly DemoChange[];
  /** Codes that the feed holds now. */
  codes(): string[];
}

const minuteMs = 60_000;

/** One a minute, over and over. As many come as go, so that the feed keeps its size. */
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
 * A sample agency whose feed, in a format that Serbian agencies export, changes a little every minute of the clock.
 * The same seed and the same starting time give the same feed at the same moment, however often it is asked for.
 */
export function createDemoAgency(options: { clock: Clock; seed?: number; ads?: number }): DemoAgency {
  const { clock, seed = 1, ads: count = 60 } = options;
  const startedAt = clock.now();
  const dice = createDice(seed);
  const ads = Array.from({ length: count }, (_, index) => makeAd(index + 1, dice, startedAt));
  const changes: DemoChange[] = [];

  const change = (kind: DemoChange['kind'], at: number): string => {
    if (kind === 'new') {
      const ad = makeFlat(count + changes.length + 1, dice, at);
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

/** A few per cent up or down, in steps that people use. */
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
