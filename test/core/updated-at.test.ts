import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { updatedAtToSend, type UpdatedAtFacts } from '../../src/core/listing/updated-at.js';

const now = Date.parse('2026-05-01T12:00:00Z');
const hour = 3_600_000;
const [yesterday, today, tomorrow] = [now - 24 * hour, now - hour, now + 24 * hour];

describe('updatedAtToSend', () => {
  it.each<[name: string, facts: Omit<UpdatedAtFacts, 'portalNow'>, sent: number]>([
    [
      'a true first create: the feed’s date',
      { feed: yesterday, lastSent: null, knownAbsent: true },
      yesterday,
    ],
    ['a first create dated now', { feed: now, lastSent: null, knownAbsent: true }, now],
    ['a first create dated in the future', { feed: tomorrow, lastSent: null, knownAbsent: true }, now],
    ['a first create without a date', { feed: null, lastSent: null, knownAbsent: true }, now],
    [
      'the portal may hold an unknown later date',
      { feed: yesterday, lastSent: null, knownAbsent: false },
      now,
    ],
    ['the feed’s date moved on', { feed: today, lastSent: yesterday, knownAbsent: false }, today],
    ['content changed under the same date', { feed: today, lastSent: today, knownAbsent: false }, now],
    ['the feed’s date went backwards', { feed: yesterday, lastSent: today, knownAbsent: false }, now],
    ['the feed’s date is in the future', { feed: tomorrow, lastSent: today, knownAbsent: false }, now],
    ['the feed has no date', { feed: null, lastSent: today, knownAbsent: false }, now],
    ['sent in this very second', { feed: null, lastSent: now, knownAbsent: false }, now + 1000],
    [
      'an earlier mistake sent a future date',
      { feed: today, lastSent: tomorrow, knownAbsent: false },
      tomorrow + 1000,
    ],
    [
      'a future date was sent, the feed’s is later still',
      { feed: tomorrow + hour, lastSent: tomorrow, knownAbsent: false },
      tomorrow + 1000,
    ],
    [
      'gone from the portal, but a date was sent once',
      { feed: yesterday, lastSent: today, knownAbsent: true },
      now,
    ],
  ])('%s', (_name, facts, sent) => {
    expect(updatedAtToSend({ ...facts, portalNow: now })).toBe(sent);
  });

  it('rises strictly from send to send, and is in the future only where it must not fall back', () => {
    const moment = fc.integer({ min: 0, max: 10_000 });
    const step = fc.record({ feed: fc.option(moment), portalNow: moment, knownAbsent: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1 }), fc.option(moment), (steps, before) => {
        let lastSent = before;
        for (const facts of steps) {
          const sent = updatedAtToSend({ ...facts, lastSent });
          if (lastSent !== null) expect(sent).toBeGreaterThan(lastSent);
          if (sent > facts.portalNow) expect(sent).toBe(lastSent! + 1000);
          lastSent = sent;
        }
      }),
    );
  });
});
