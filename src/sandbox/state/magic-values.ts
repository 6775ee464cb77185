import { failureCodes, type FailureCode } from '../../wire/error-codes.js';
import type { Agency } from './model.js';

/**
 * Values that make the portal answer in a certain way without any help of its staff, as test cards do: one table, read by the code
 * and by the README. Suffixes end an external_id after a colon, so that any number of listings may carry one.
 */
export type MagicEffect =
  /** The push is answered `rejected`. */
  | { does: 'reject'; failureCode: FailureCode }
  /** Accepted, and refused when its outcome comes. */
  | { does: 'reject_later'; failureCode: FailureCode }
  /** Live, and taken down or refused a while after that. */
  | { does: 'lose_later'; becomes: 'taken_down' | 'rejected'; failureCode: FailureCode }
  /** A person has to look at it, on an active connection too. */
  | { does: 'review' }
  /** Its outcome takes so much longer. */
  | { does: 'delay'; ms: number }
  /** The agency's plan is read as if it said so. */
  | { does: 'plan'; agency: Partial<Agency> }
  /** The batch that holds it is received now and done so much later. */
  | { does: 'delay_batch'; ms: number }
  /** The batch that holds it fails as a whole. */
  | { does: 'fail_batch' }
  /** The request is refused before anything of it is applied. */
  | { does: 'refuse'; status: 429 | 500; code: string; retryAfterSeconds: number | null };

export interface MagicValue {
  where: 'external_id' | 'photo' | 'connect_code';
  value: string;
  /** What comes of it, in one line. */
  outcome: string;
}

const minute = 60_000;
const slowMs = 10 * minute;

interface Suffix {
  suffix: string;
  outcome: string;
  effect: MagicEffect;
}

const namedSuffixes: readonly Suffix[] = [
  {
    suffix: 'review',
    outcome: '`needs_review`, on an active connection too',
    effect: { does: 'review' },
  },
  {
    suffix: 'rejected',
    outcome: '`rejected` at once, with `invalid_payload`',
    effect: { does: 'reject', failureCode: 'invalid_payload' },
  },
  {
    suffix: 'duplicate',
    outcome: '`accepted`, then `rejected` with `duplicate`',
    effect: { does: 'reject_later', failureCode: 'duplicate' },
  },
  {
    suffix: 'blocked',
    outcome: '`accepted`, then `rejected` with `moderation_blocked`; never live',
    effect: { does: 'reject_later', failureCode: 'moderation_blocked' },
  },
  {
    suffix: 'moderated',
    outcome: 'live, and a minute later `taken_down` with `moderation_blocked`',
    effect: { does: 'lose_later', becomes: 'taken_down', failureCode: 'moderation_blocked' },
  },
  {
    suffix: 'slow',
    outcome: '`accepted`, and live ten minutes later than others',
    effect: { does: 'delay', ms: slowMs },
  },
  {
    suffix: 'bank',
    outcome: 'a `commission` is dropped with `commission_dropped`, as for a bank',
    effect: { does: 'plan', agency: { kind: 'bank' } },
  },
  {
    suffix: 'no-tours',
    outcome: 'a `virtual_tour_url` is dropped with `virtual_tour_dropped`',
    effect: { does: 'plan', agency: { virtual_tours: false } },
  },
  {
    suffix: 'two-photos',
    outcome: 'photos after the second are dropped with `photo_cap_applied`',
    effect: { does: 'plan', agency: { photo_limit: 2 } },
  },
  {
    suffix: 'late-batch',
    outcome: 'its batch is `received`, and `completed` a minute later; until then its key answers 409',
    effect: { does: 'delay_batch', ms: minute },
  },
  {
    suffix: 'failed-batch',
    outcome: 'its batch ends `failed`, without results; nothing of it is applied',
    effect: { does: 'fail_batch' },
  },
  {
    suffix: 'item-limit',
    outcome: 'the request is refused with 429 `connection_item_limit` and Retry-After 30',
    effect: { does: 'refuse', status: 429, code: 'connection_item_limit', retryAfterSeconds: 30 },
  },
  {
    suffix: 'rate-limit',
    outcome: 'the request is refused with 429 `rate_limit_exceeded` and Retry-After 30',
    effect: { does: 'refuse', status: 429, code: 'rate_limit_exceeded', retryAfterSeconds: 30 },
  },
  {
    suffix: 'error',
    outcome: 'the request is refused with 500 `internal_error`',
    effect: { does: 'refuse', status: 500, code: 'internal_error', retryAfterSeconds: null },
  },
];

const suffixes = new Map<string, Suffix>(
  [
    ...failureCodes
      .filter((code) => namedSuffixes.every(({ suffix }) => suffix !== code))
      .map((failureCode): Suffix => ({
        suffix: failureCode,
        outcome: `\`rejected\` at once, with \`${failureCode}\``,
        effect: { does: 'reject', failureCode },
      })),
    ...namedSuffixes,
  ].map((each) => [each.suffix, each]),
);

const photoHosts: readonly { host: string; outcome: string; effect: MagicEffect }[] = [
  {
    host: 'photo-404.sandbox.test',
    outcome: '`accepted`, then `rejected` with `photo_fetch_failed`',
    effect: { does: 'reject_later', failureCode: 'photo_fetch_failed' },
  },
  {
    host: 'photo-not-an-image.sandbox.test',
    outcome: '`accepted`, then `rejected` with `photo_fetch_failed`',
    effect: { does: 'reject_later', failureCode: 'photo_fetch_failed' },
  },
  {
    host: 'photo-too-small.sandbox.test',
    outcome: '`accepted`, then `rejected` with `photo_minimum`',
    effect: { does: 'reject_later', failureCode: 'photo_minimum' },
  },
  {
    host: 'photo-slow.sandbox.test',
    outcome: '`accepted`, and live ten minutes later than others',
    effect: { does: 'delay', ms: slowMs },
  },
  {
    host: 'photo-gone-later.sandbox.test',
    outcome: 'live, and a minute later `rejected` with `photo_fetch_failed`',
    effect: { does: 'lose_later', becomes: 'rejected', failureCode: 'photo_fetch_failed' },
  },
];

const connectCodes: readonly { code: string; reason: string; outcome: string }[] = [
  {
    code: 'PX-TEST-ACCO-UNT1',
    reason: 'account_blocked',
    outcome: '422 `agency_not_eligible`, `account_blocked`',
  },
  {
    code: 'PX-TEST-NUMB-ER01',
    reason: 'register_number_missing',
    outcome: '422 `agency_not_eligible`, `register_number_missing`',
  },
];

/** The whole table, in the order in which the README shows it. */
export const magicValues: readonly MagicValue[] = [
  ...[...suffixes.values()].map(({ suffix, outcome }): MagicValue => ({
    where: 'external_id',
    value: `:${suffix}`,
    outcome,
  })),
  ...photoHosts.map(({ host, outcome }): MagicValue => ({ where: 'photo', value: host, outcome })),
  ...connectCodes.map(({ code, outcome }): MagicValue => ({ where: 'connect_code', value: code, outcome })),
];

/** What the end of an external_id asks for. */
export function magicOfId(externalId: string): MagicEffect | null {
  const at = externalId.lastIndexOf(':');
  return at === -1 ? null : (suffixes.get(externalId.slice(at + 1))?.effect ?? null);
}

/** What the ids of a batch ask for as a whole. */
export function magicOfBatch(externalIds: readonly string[]): MagicEffect | null {
  const effects = externalIds.map((id) => magicOfId(id));
  return effects.find((effect) => effect?.does === 'delay_batch' || effect?.does === 'fail_batch') ?? null;
}

/** What a photo's host asks for. */
export function magicOfPhoto(url: string): MagicEffect | null {
  const host = URL.canParse(url) ? new URL(url).hostname : null;
  return photoHosts.find((each) => each.host === host)?.effect ?? null;
}

/** Why the agency of this code is not eligible. @param code normalised @param normalise brings the table's into the same form */
export function magicOfCode(code: string, normalise: (code: string) => string): string | null {
  return connectCodes.find((each) => normalise(each.code) === code)?.reason ?? null;
}
