import { failureCodes, type FailureCode } from '../../wire/error-codes.js';
import type { Agency } from './model.js';

/**
 * What a magic value does. Magic values make the portal answer in a known way without its staff, as the test cards of a payment
 * service do. Most are suffixes of an external_id after a colon, so that any number of listings may have the same one.
 */
export type MagicEffect =
  /** The push is rejected at once. */
  | { does: 'reject'; failureCode: FailureCode }
  /** The push is accepted, and the listing rejected when its outcome is due. */
  | { does: 'reject_later'; failureCode: FailureCode }
  /** The listing goes live, and is taken down or rejected `laterOutcomeMs` afterwards. */
  | { does: 'lose_later'; becomes: 'taken_down' | 'rejected'; failureCode: FailureCode }
  /** The listing waits for review by staff, even on an active connection. */
  | { does: 'review' }
  /** The listing's outcome is due this much later. */
  | { does: 'delay'; ms: number }
  /** The listing is judged as if the agency had these properties. */
  | { does: 'plan'; agency: Partial<Agency> }
  /** The batch that contains the listing is received now, and processed this much later. */
  | { does: 'delay_batch'; ms: number }
  /** The batch that contains the listing fails as a whole. */
  | { does: 'fail_batch' }
  /** The request is refused; nothing of it is applied. */
  | { does: 'refuse'; status: 429 | 500; code: string; retryAfterSeconds: number | null };

/** One row of the table of magic values, which the README and the page of faults show. */
export interface MagicValue {
  where: 'external_id' | 'photo' | 'connect_code';
  value: string;
  /** What the portal answers, in one line of Markdown. */
  outcome: string;
}

const minute = 60_000;

interface Magic {
  outcome: string;
  effect: MagicEffect;
}

const refuse = (status: 429 | 500, code: string, retryAfterSeconds: number | null): MagicEffect => ({
  does: 'refuse',
  status,
  code,
  retryAfterSeconds,
});
const rejectLater = (failureCode: FailureCode): Magic => ({
  outcome: `\`accepted\`, then \`rejected\` with \`${failureCode}\``,
  effect: { does: 'reject_later', failureCode },
});
const slow: Magic = {
  outcome: '`accepted`, and live ten minutes later than others',
  effect: { does: 'delay', ms: 10 * minute },
};

/** By the suffix, without its colon. */
const namedSuffixes: Readonly<Record<string, Magic>> = {
  review: { outcome: '`needs_review`, on an active connection too', effect: { does: 'review' } },
  rejected: {
    outcome: '`rejected` at once, with `invalid_payload`',
    effect: { does: 'reject', failureCode: 'invalid_payload' },
  },
  duplicate: rejectLater('duplicate'),
  blocked: {
    outcome: '`accepted`, then `rejected` with `moderation_blocked`; never live',
    effect: { does: 'reject_later', failureCode: 'moderation_blocked' },
  },
  moderated: {
    outcome: 'live, and a minute later `taken_down` with `moderation_blocked`',
    effect: { does: 'lose_later', becomes: 'taken_down', failureCode: 'moderation_blocked' },
  },
  slow,
  bank: {
    outcome: 'a `commission` is dropped with `commission_dropped`, as for a bank',
    effect: { does: 'plan', agency: { kind: 'bank' } },
  },
  'no-tours': {
    outcome: 'a `virtual_tour_url` is dropped with `virtual_tour_dropped`',
    effect: { does: 'plan', agency: { virtual_tours: false } },
  },
  'two-photos': {
    outcome: 'photos after the second are dropped with `photo_cap_applied`',
    effect: { does: 'plan', agency: { photo_limit: 2 } },
  },
  'late-batch': {
    outcome: 'its batch is `received`, and `completed` a minute later; until then its key answers 409',
    effect: { does: 'delay_batch', ms: minute },
  },
  'failed-batch': {
    outcome: 'its batch ends `failed`, without results; nothing of it is applied',
    effect: { does: 'fail_batch' },
  },
  'item-limit': {
    outcome: 'the request is refused with 429 `connection_item_limit` and Retry-After 30',
    effect: refuse(429, 'connection_item_limit', 30),
  },
  'rate-limit': {
    outcome: 'the request is refused with 429 `rate_limit_exceeded` and Retry-After 30',
    effect: refuse(429, 'rate_limit_exceeded', 30),
  },
  error: {
    outcome: 'the request is refused with 500 `internal_error`',
    effect: refuse(500, 'internal_error', null),
  },
};

/** Every failure code is a suffix that rejects with this code, unless the table above gives the suffix another effect. */
const suffixes = new Map<string, Magic>([
  ...failureCodes
    .filter((code) => !Object.hasOwn(namedSuffixes, code))
    .map((failureCode): [string, Magic] => [
      failureCode,
      {
        outcome: `\`rejected\` at once, with \`${failureCode}\``,
        effect: { does: 'reject', failureCode },
      },
    ]),
  ...Object.entries(namedSuffixes),
]);

/** By the host of a photo's URL. */
const photoHosts = new Map<string, Magic>([
  ['photo-404.sandbox.test', rejectLater('photo_fetch_failed')],
  ['photo-not-an-image.sandbox.test', rejectLater('photo_fetch_failed')],
  ['photo-too-small.sandbox.test', rejectLater('photo_minimum')],
  ['photo-slow.sandbox.test', slow],
  [
    'photo-gone-later.sandbox.test',
    {
      outcome: 'live, and a minute later `rejected` with `photo_fetch_failed`',
      effect: { does: 'lose_later', becomes: 'rejected', failureCode: 'photo_fetch_failed' },
    },
  ],
]);

/** Connect codes of agencies that are not eligible, with the reason. */
const connectCodes = new Map([
  ['PX-TEST-ACCO-UNT1', 'account_blocked'],
  ['PX-TEST-NUMB-ER01', 'register_number_missing'],
]);

/** The whole table, in the order of the README. */
export const magicValues: readonly MagicValue[] = [
  ...[...suffixes].map(([suffix, { outcome }]): MagicValue => ({
    where: 'external_id',
    value: `:${suffix}`,
    outcome,
  })),
  ...[...photoHosts].map(([value, { outcome }]): MagicValue => ({ where: 'photo', value, outcome })),
  ...[...connectCodes].map(([value, reason]): MagicValue => ({
    where: 'connect_code',
    value,
    outcome: `422 \`agency_not_eligible\`, \`${reason}\``,
  })),
];

/** The effect of an external_id's suffix; null where it is not a magic one. */
export function magicOfId(externalId: string): MagicEffect | null {
  const at = externalId.lastIndexOf(':');
  return at === -1 ? null : (suffixes.get(externalId.slice(at + 1))?.effect ?? null);
}

/** The first effect on a whole batch among the ids of its listings: a delay or a failure; null without one. */
export function magicOfBatch(externalIds: readonly string[]): MagicEffect | null {
  const effects = externalIds.map((id) => magicOfId(id));
  return effects.find((effect) => effect?.does === 'delay_batch' || effect?.does === 'fail_batch') ?? null;
}

/** The effect of a photo's host; null where it is not a magic one. */
export function magicOfPhoto(url: string): MagicEffect | null {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return photoHosts.get(host)?.effect ?? null;
}

/**
 * Why the agency of a magic connect code is not eligible; null for any other code.
 * @param code normalised
 * @param normalise brings the codes of the table into the same form
 */
export function magicOfCode(code: string, normalise: (code: string) => string): string | null {
  return [...connectCodes].find(([magic]) => normalise(magic) === code)?.[1] ?? null;
}
