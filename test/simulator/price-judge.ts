import { day } from './sim-time.js';

interface Seen {
  amount: number;
  at: number;
  /** Whether it was confirmed: what follows it is not compared with it. */
  isConfirmed: boolean;
}

/** What the portal asks or pays. */
interface Sum {
  amount: number;
  currency: string;
}

const factor = 5;
/** As the portal converts. */
const rsdPerEur = 117;

/** Holds each price that is sent against the ones before it: none may differ by a factor of five unless a person confirmed it. */
export class PriceJudge {
  /** By connection, id and offer. */
  readonly #seen = new Map<string, Seen[]>();

  /** @returns what is wrong with the price; null: nothing */
  judge(
    key: string,
    { price, rent }: { price?: Sum | undefined; rent?: Sum | undefined },
    confirmed: ReadonlySet<string>,
    now: number,
  ): string | null {
    const sum = price ?? rent;
    if (sum === undefined) return null;
    const amount = sum.currency === 'RSD' ? sum.amount / rsdPerEur : sum.amount;
    const place = `${key} ${price === undefined ? 'rent' : 'sale'}`;
    const seen = this.#seen.get(place) ?? [];
    const isConfirmed = confirmed.has(`${key} ${sum.amount}`);
    const last = seen.at(-1);
    // The last price is live until now, whenever it was sent.
    const bases = seen.filter((one) => !one.isConfirmed && (one === last || now - one.at <= 7 * day));
    const isKnown = seen.some((one) => one.amount === amount && (one === last || now - one.at <= 90 * day));
    this.#seen.set(place, [...seen, { amount, at: now, isConfirmed }]);
    if (isConfirmed || isKnown || bases.length === 0) return null;
    const amounts = bases.map((one) => one.amount);
    const isJump = amount >= factor * Math.min(...amounts) || amount * factor <= Math.max(...amounts);
    return isJump ? `went from ${amounts.join(', ')} to ${amount}, and no one confirmed it` : null;
  }
}
