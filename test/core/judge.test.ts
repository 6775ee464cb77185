import { describe, expect, it } from 'vitest';
import {
  judgeItem as judgeUnder,
  spendsBudget,
  type HeldContentRules,
  type HeldListing,
  type ItemAnswer,
} from '../../src/core/listing/judge.js';
import type { PortalState } from '../../src/model/listing-states.js';

const sent = { digest: 'B', updatedAt: 1_777_000_000_000 };
const live: HeldListing = {
  ...{ confirmedDigest: 'A', portal: 'live', attempts: 0, warnings: [] },
  ...{ failureCode: null, details: null },
};
const forgets: HeldContentRules = {
  ...{ removedIsHeld: false, rejectedIsHeld: false },
  ...{ coversDigest: false, coversUpdatedAt: false },
};
const judgeItem = (item: typeof sent, given: ItemAnswer | null, held: HeldListing) =>
  judgeUnder(item, given, held, forgets);
const answer = (result: string, more: Partial<ItemAnswer> = {}): ItemAnswer => ({ result, ...more });

describe('judgeItem: B was sent, the portal is believed to hold A', () => {
  it.each<
    [
      name: string,
      answer: ItemAnswer | null,
      held: Partial<HeldListing>,
      verdict: { portal: PortalState; confirmedDigest: string | null; outbox: string; event: string },
    ]
  >([
    [
      'accepted: it holds B now',
      answer('accepted'),
      {},
      { portal: 'accepted', confirmedDigest: 'B', outbox: 'done', event: 'accepted' },
    ],
    [
      'needs_review: it holds B, staff look at it',
      answer('needs_review'),
      {},
      { portal: 'needs_review', confirmedDigest: 'B', outbox: 'done', event: 'needs_review' },
    ],
    [
      'rejected: it still holds A',
      answer('rejected', { failure_code: 'geo_unresolved' }),
      {},
      { portal: 'rejected', confirmedDigest: 'A', outbox: 'done', event: 'rejected' },
    ],
    [
      'removed: off the portal, whatever was sent',
      answer('removed'),
      {},
      { portal: 'removed', confirmedDigest: null, outbox: 'done', event: 'removed' },
    ],
    [
      'unchanged, and we too believed B: a success',
      answer('unchanged'),
      { confirmedDigest: 'B' },
      { portal: 'live', confirmedDigest: 'B', outbox: 'done', event: 'unchanged' },
    ],
    [
      'unchanged, but we believed A: once more',
      answer('unchanged'),
      {},
      { portal: 'unknown', confirmedDigest: null, outbox: 'again', event: 'contradicted' },
    ],
    [
      'unchanged, and we believed nothing: once more',
      answer('unchanged'),
      { confirmedDigest: null, portal: 'none' },
      { portal: 'unknown', confirmedDigest: null, outbox: 'again', event: 'contradicted' },
    ],
    [
      'unchanged a second time: the view’s digest is ours by another name',
      answer('unchanged'),
      { portal: 'unknown', attempts: 1 },
      { portal: 'accepted', confirmedDigest: 'B', outbox: 'done', event: 'contradicted' },
    ],
    [
      'left out of the reply: unknown, not a success',
      null,
      {},
      { portal: 'unknown', confirmedDigest: null, outbox: 'again', event: 'missing' },
    ],
    [
      'a result that the spec does not know: unknown',
      answer('deferred'),
      {},
      { portal: 'unknown', confirmedDigest: null, outbox: 'again', event: 'missing' },
    ],
  ])('%s', (_name, given, held, expected) => {
    const verdict = judgeItem(sent, given, { ...live, ...held });
    expect({ ...verdict, outbox: verdict.outbox.kind }).toMatchObject(expected);
    // Never backwards: the date counts as sent whatever became of the item.
    expect(verdict.sentUpdatedAt).toBe(sent.updatedAt);
  });

  it.each<[before: PortalState, after: PortalState]>([
    ['none', 'accepted'],
    ['sent', 'accepted'],
    ['unknown', 'accepted'],
    ['accepted', 'accepted'],
    ['needs_review', 'needs_review'],
    ['live', 'live'],
    ['inactive', 'inactive'],
    ['taken_down', 'taken_down'],
    ['archived', 'archived'],
    // C was refused in between and the feed went back to what the portal holds.
    ['rejected', 'accepted'],
  ])('a true unchanged takes %s to %s', (portal, after) => {
    const held = { ...live, confirmedDigest: 'B', portal };
    expect(judgeItem(sent, answer('unchanged'), held).portal).toBe(after);
  });

  it.each<[name: string, answer: ItemAnswer | null, warnings: string[]]>([
    ['unchanged: the portal looked at nothing again', answer('unchanged'), ['photo_skipped']],
    ['no word of it', null, ['photo_skipped']],
    ['accepted without a warning', answer('accepted'), []],
    [
      'unchanged with another warning',
      answer('unchanged', { warnings: [{ code: 'agent_unmatched', message: '' }] }),
      ['agent_unmatched'],
    ],
  ])('a warning stands until the portal says otherwise: %s', (_name, given, warnings) => {
    const held = { ...live, confirmedDigest: 'B', warnings: [{ code: 'photo_skipped', message: '' }] };
    expect(judgeItem(sent, given, held).warnings.map(({ code }) => code)).toEqual(warnings);
  });

  it('takes the view’s digest for ours only after the second contradiction', () => {
    const alias = (given: ItemAnswer | null, held: Partial<HeldListing>): string | null =>
      judgeItem(sent, given, { ...live, ...held }).digestAlias;
    expect(alias(answer('unchanged'), {})).toBeNull();
    expect(alias(answer('unchanged'), { attempts: 1 })).toBe('pending');
    expect(alias(answer('unchanged'), { attempts: 1, confirmedDigest: 'B' })).toBeNull();
    expect(alias(answer('accepted'), { attempts: 1 })).toBeNull();
  });

  it('sends a contradicted item again at once, and waits after a reply that left it out', () => {
    expect(judgeItem(sent, answer('unchanged'), live).outbox).toEqual({ kind: 'again', delayMs: 0 });
    const missing = judgeItem(sent, null, live).outbox;
    expect(missing.kind === 'again' && missing.delayMs).toBeGreaterThan(0);
  });

  it('keeps what the portal said: refusal, details, warnings, ids', () => {
    const details = [{ pointer: '/location/place_id', code: 'unknown_place', message: 'no such place' }];
    const warnings = [{ code: 'photo_cap_applied', message: '4 photos dropped' }];
    const ids = { listing_id: 'l-1', candidate_id: 'c-1', public_url: 'https://portal.example/l-1' };
    const refused = answer('rejected', { failure_code: 'geo_unresolved', details, warnings, ...ids });
    expect(judgeItem(sent, refused, live)).toMatchObject({
      failureCode: 'geo_unresolved',
      details,
      warnings,
      ids: { listingId: 'l-1', candidateId: 'c-1', publicUrl: 'https://portal.example/l-1' },
    });
    expect(judgeItem(sent, answer('accepted', { warnings }), live)).toMatchObject({
      failureCode: null,
      details: null,
      warnings,
      ids: { listingId: null, candidateId: null, publicUrl: null },
    });
    expect(judgeItem(sent, null, live)).toMatchObject({ warnings: [], ids: null });
  });

  it('has a code for a refusal that carries none', () => {
    expect(judgeItem(sent, answer('rejected', { failure_code: null }), live).failureCode).toBe(
      'invalid_payload',
    );
  });
});

describe('spendsBudget', () => {
  const all = { unchanged: true, rejected: true };
  const none = { unchanged: false, rejected: false };

  it.each<[answer: ItemAnswer | null, byDefault: boolean, otherwise: boolean]>([
    [answer('accepted'), true, true],
    [answer('needs_review'), true, true],
    [answer('removed'), true, true],
    [answer('unchanged'), true, false],
    [answer('rejected'), true, false],
    [null, true, true],
  ])('%j: %s by default, %s where the portal does not count it', (given, byDefault, otherwise) => {
    expect(spendsBudget(given, all)).toBe(byDefault);
    expect(spendsBudget(given, none)).toBe(otherwise);
  });

  it('has a setting for each of the two', () => {
    expect(spendsBudget(answer('unchanged'), { unchanged: false, rejected: true })).toBe(false);
    expect(spendsBudget(answer('rejected'), { unchanged: false, rejected: true })).toBe(true);
  });
});

describe('unchanged to content that the portal is not known to hold', () => {
  const removed: HeldListing = { ...live, portal: 'removed', confirmedDigest: null };
  const refused: HeldListing = {
    ...live,
    ...{ portal: 'rejected', confirmedDigest: null, failureCode: 'photo_minimum', details: [{ code: 'x' }] },
  };

  it('after a removal is believed at once where removed content is held, and asks for a person', () => {
    const rules = { ...forgets, removedIsHeld: true };
    expect(judgeUnder(sent, answer('unchanged'), removed, rules)).toMatchObject({
      ...{ portal: 'removed', confirmedDigest: 'B', isDoubtful: true, outbox: { kind: 'done' } },
    });
    expect(judgeUnder(sent, answer('unchanged'), removed, forgets)).toMatchObject({
      ...{ portal: 'unknown', isDoubtful: false, outbox: { kind: 'again' } },
    });
  });

  it('after a refusal keeps the refusal and its reason where rejected content is held', () => {
    const rules = { ...forgets, rejectedIsHeld: true };
    expect(judgeUnder(sent, answer('unchanged'), refused, rules)).toMatchObject({
      ...{ portal: 'rejected', failureCode: 'photo_minimum', details: [{ code: 'x' }] },
      ...{ confirmedDigest: null, isDoubtful: true, outbox: { kind: 'done' } },
    });
    expect(judgeUnder(sent, answer('unchanged'), refused, forgets).outbox.kind).toBe('again');
  });

  it('is sent once more where the portal’s digest covers the date: then only the date can have been too old', () => {
    const rules = { ...forgets, removedIsHeld: true, rejectedIsHeld: true, coversUpdatedAt: true };
    for (const held of [removed, refused])
      expect(judgeUnder(sent, answer('unchanged'), held, rules).outbox.kind).toBe('again');
  });

  it('twice takes the view’s digest as a name of ours, unless the portal’s digest covers ours', () => {
    const again = { ...live, portal: 'unknown', confirmedDigest: null, attempts: 1 } as const;
    expect(judgeUnder(sent, answer('unchanged'), again, forgets).digestAlias).toBe('pending');
    const rules = { ...forgets, coversDigest: true };
    expect(judgeUnder(sent, answer('unchanged'), again, rules)).toMatchObject({
      ...{ digestAlias: null, confirmedDigest: 'B', isDoubtful: true },
    });
  });
});
