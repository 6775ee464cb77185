import { describe, expect, it } from 'vitest';
import { failureCause, warningCause } from '../../src/texts/failure-causes.js';
import {
  mayKeepMorePhotos,
  notRefused,
  refusedAgain,
  retryAt,
  retryRule,
} from '../../src/core/schedule/retry-policy.js';
import { failureCodes, warningCodes } from '../../src/wire/error-codes.js';

const minute = 60_000;
const hour = 60 * minute;

describe('when a refused listing is sent again', () => {
  it.each(['worker_error', 'photo_fetch_failed'])('%s: at growing distances, eleven times', (code) => {
    const waits = Array.from({ length: 12 }, (_, retries) => retryAt(code, retries, 1000));
    const hours = [0.25, 1, 6, 24, 24, 24, 24, 24, 24, 24, 24];
    expect(waits).toEqual([...hours.map((each) => 1000 + each * hour), null]);
  });

  it('quota_exceeded: where there is room, and at growing distances, without end', () => {
    expect(retryRule('quota_exceeded')).toBe('quota');
    const waits = [0, 1, 2, 3, 20].map((retries) => retryAt('quota_exceeded', retries, 1000));
    expect(waits).toEqual([0.25, 1, 6, 24, 24].map((each) => 1000 + each * hour));
  });

  it.each([
    ['geo_unresolved', 'places'],
    ['certification_rejected', 'certification'],
    ['moderation_blocked', 'person'],
    ['duplicate', 'person'],
    ['unmappable_category', 'change'],
    ['missing_required', 'change'],
    ['invalid_payload', 'change'],
    ['schema_invalid', 'change'],
    ['photo_minimum', 'change'],
    ['mandate_missing', 'change'],
    ['a_code_of_tomorrow', 'change'],
    ['__proto__', 'change'],
    [null, 'change'],
  ])('%s: by no clock, but by its own rule (%s)', (code, rule) => {
    expect(retryRule(code)).toBe(rule);
    expect(retryAt(code, 0, 1000)).toBeNull();
  });

  it('counts who waits longest from the first refusal', () => {
    const first = refusedAgain(notRefused, 'worker_error', 5000);
    expect(first).toEqual({ retries: 0, refusedAt: 5000, retryAt: 5000 + 15 * minute });
    const second = refusedAgain({ ...first, retries: 1 }, 'worker_error', 9000);
    expect(second).toEqual({ retries: 1, refusedAt: 5000, retryAt: 9000 + hour });
  });
});

describe('photos that the portal dropped', () => {
  it.each([
    { photos: 5, former: 2, now: 3, may: true },
    { photos: 5, former: 2, now: 30, may: true },
    { photos: 5, former: 3, now: 2, may: false },
    { photos: 5, former: 30, now: 5, may: true },
    { photos: 5, former: 30, now: 4, may: false },
    { photos: 5, former: 30, now: 30, may: false },
    { photos: 5, former: 2, now: 2, may: false },
  ])(
    'of $photos, at a limit of $former and now $now: it may keep more: $may',
    ({ photos, former, now, may }) => {
      expect(mayKeepMorePhotos(photos, former, now)).toBe(may);
    },
  );
});

describe('causes', () => {
  const all = [
    ...failureCodes.map((code) => [code, failureCause(code)] as const),
    ...warningCodes.map((code) => [code, warningCause(code)] as const),
  ];

  it.each(all)(
    '%s is told in both languages, with whose turn it is',
    (code, { origin, actor, why, next }) => {
      expect(['feed', 'mapping', 'agency', 'portal']).toContain(origin);
      expect(['agency', 'partner', 'portal_staff', 'nobody']).toContain(actor);
      for (const language of ['en', 'sr'] as const) {
        expect(why[language]).not.toContain(code);
        expect(why[language]).not.toMatch(/[.!?]$/);
        expect(next[language]).toMatch(/\.$/);
      }
    },
  );

  it('tells a code that nobody knows as it is', () => {
    expect(failureCause('brand_new').why.en).toContain('brand_new');
    expect(failureCause('constructor').actor).toBe('portal_staff');
    expect(failureCause(null).why.en).toBe('it gave no reason');
  });
});
