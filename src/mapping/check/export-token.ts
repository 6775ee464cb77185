import type { Payload } from './doubt.js';
import { photoUrls } from './placeholders.js';

/** A query key of photo addresses whose value changes at each export, with the listings that prove it. */
export interface ExportToken {
  key: string;
  /** Listings in which the values of the key alone changed, of the listings compared. */
  count: number;
  of: number;
}

/** Fewer listings prove nothing: a picture that was replaced may have a new version in its address. */
const listingsMin = 2;
/** At least this share of the listings with changed photos changed in the key alone. The others have real changes. */
const tokenShare = 0.75;
/** Addresses that are remembered to see whether the key tells photos apart. Bounds the memory. */
const addressesMax = 20_000;

/**
 * Finds the one query key in which alone the photos of most listings differ from those of the last file: a time or a counter of the export.
 * Listings are added one by one.
 */
export class TokenSearch {
  #key: string | null = null;
  #token = 0;
  #other = 0;
  #isRefuted = false;
  /** Query keys of photos that did not change. */
  readonly #still = new Set<string>();
  /** Addresses without the key. */
  readonly #addresses = new Set<string>();

  meet(former: Payload, now: Payload): void {
    const [before, after] = [photoUrls(former), photoUrls(now)];
    if (before.length === 0 || after.length === 0) return;
    if (before.length === after.length && before.every((url, index) => url === after[index])) {
      for (const url of after) for (const key of keysOf(url)) this.#still.add(key);
      return;
    }
    const key = changedKey(before, after);
    if (key === null) {
      this.#other++;
      return;
    }
    this.#token++;
    this.#isRefuted ||= this.#key !== null && this.#key !== key;
    this.#key = key;
    for (const url of after) this.#noteAddress(withoutKey(url, key));
  }

  /**
   * The key that changed in every listing whose photos changed in one key alone. Null: there is none, or several, or the key also tells
   * photos apart or stays the same in unchanged photos.
   */
  get key(): string | null {
    return this.#isRefuted || this.#key === null || this.#still.has(this.#key) ? null : this.#key;
  }

  /** Whether unchanged photos have the key, so that its values do not change at each export. */
  isStill(key: string): boolean {
    return this.#still.has(key);
  }

  /** Number of listings that changed in the values of one key alone. */
  get tokens(): number {
    return this.#token;
  }

  result(): ExportToken | null {
    const { key } = this;
    const [count, of] = [this.#token, this.#token + this.#other];
    return key === null || count < listingsMin || count < of * tokenShare ? null : { key, count, of };
  }

  /** Two photos with one address but for the key: the key tells them apart, so it is no token. */
  #noteAddress(address: string): void {
    if (this.#addresses.has(address)) this.#isRefuted = true;
    else if (this.#addresses.size < addressesMax) this.#addresses.add(address);
  }
}

/** The one query key whose values alone differ, in every photo; null: there is none. */
function changedKey(before: readonly string[], after: readonly string[]): string | null {
  if (before.length !== after.length) return null;
  const isToken = (key: string): boolean => {
    // The order may differ: a listing may keep its cover.
    const former = new Map(before.map((url) => [withoutKey(url, key), valueOf(url, key)]));
    return after.every((url) => {
      const [was = null, is] = [former.get(withoutKey(url, key)), valueOf(url, key)];
      return was !== null && is !== null && was !== is;
    });
  };
  return keysOf(after[0] ?? '').find(isToken) ?? null;
}

export function keysOf(url: string): string[] {
  return url.includes('?') && URL.canParse(url) ? [...new Set(new URL(url).searchParams.keys())] : [];
}

function valueOf(url: string, key: string): string | null {
  return URL.canParse(url) ? new URL(url).searchParams.get(key) : null;
}

function withoutKey(address: string, key: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  url.searchParams.delete(key);
  return url.href;
}
