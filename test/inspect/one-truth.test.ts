import { describe, expect, it } from 'vitest';
import { timelineOf, type TimelineFacts } from '../../src/inspect/listing/timeline.js';
import { conditionOf } from '../../src/inspect/listing/condition.js';
import { conditionFacts, verdict } from '../../src/inspect/listing/verdict.js';
import { waitOf } from '../../src/inspect/listing/wait.js';
import { isOnPortal, portalStates, type PortalState } from '../../src/model/listing-states.js';
import type { Hold } from '../../src/model/hold.js';
import type { ListingRecord } from '../../src/model/listing.js';
import type { RecordKind } from '../../src/model/outcome.js';
import { standingOf } from '../../src/model/standing.js';
import { agencySentence } from '../../src/texts/listing/standing-sentences.js';
import { connectionId, now, wishRow } from '../store/builders.js';

const minute = 60_000;
const context = { now, showTime: (at: number) => `T${at - now}` };

const listing: ListingRecord = {
  ...{ connectionId, externalId: 'a', owner: 'feed', feedId: 1, sourceId: 'a', presence: 'present' },
  ...{ offered: true, graceSince: null, gracePolls: 0, pinnedUntil: null, intent: 'publish' },
  ...{ removeReason: null, wantedDigest: 'A', confirmedDigest: 'A', digestAlias: null },
  ...{
    sentUpdatedAt: now - 60 * minute,
    feedUpdatedAt: now - 60 * minute,
    portal: 'live',
    failureCode: null,
  },
  ...{ details: null, warnings: [], retries: 0, refusedAt: null, retryAt: null, unchangedSince: null },
  ...{ listingId: 'L', candidateId: null, publicUrl: null, firstSentAt: now - 50 * minute, offSince: null },
  ...{ inactiveSince: null, deactivation: null, activeUntil: null, lastSeenAt: now, title: 'Stan' },
  standingSince: null,
};

const issue = {
  severity: 'error',
  code: 'required',
  pointer: '/price',
  message: 'There is no price.',
} as const;
const recordOf = (kind: RecordKind) => ({
  ...{ kind, offer: null, issues: kind === 'mapped' ? [] : [issue], codes: [] },
  ...{ readAt: now - 55 * minute, understoodAt: now - 55 * minute },
});
const event = (kind: string, at: number, data = {}) => ({ connectionId, externalId: 'a', kind, at, data });
const sent = { digest: 'A', queued_at: now - 55 * minute, sent_at: now - 50 * minute };
const hold = {
  ...{ id: 7, connectionId, feedId: 1, kind: 'removals', state: 'open', revision: 1, openedAt: now },
  ...{ decidedAt: null, decidedBy: null, reason: '', snapshotId: null, lineCount: 1, inactiveCount: 0 },
  ...{ cause: null, remindedAt: null },
} as unknown as Hold;

function factsOf(change: Partial<ListingRecord>, more: Partial<TimelineFacts> = {}): TimelineFacts {
  return {
    ...{ connectionId, externalId: 'a', sourceId: 'a', feed: null, record: recordOf('mapped') },
    ...{ hold: null, doubts: [], outbox: null, batch: null, connection: null, keyStopped: false },
    ...{ budget: { itemsLimit: 100, roomAt: null }, batchesRefused: null, suppression: null },
    events: [event('accepted', now - 50 * minute, sent), event('portal_live', now - 49 * minute)],
    ...more,
    listing: { ...listing, ...change },
  };
}

const queued = { outbox: wishRow('a', { digest: 'B', queuedAt: now - minute }) };
const leaving = { outbox: wishRow('a', { op: 'remove', lane: 'removal', queuedAt: now - minute }) };

/** States that a listing passes through, by name. Each is combined with each state that it may have at the portal. */
const situations: Readonly<Record<string, (portal: PortalState) => TimelineFacts>> = {
  'in its feed': (portal) => factsOf({ portal }),
  'with a change that waits': (portal) => factsOf({ portal, wantedDigest: 'B' }, queued),
  'with a record that cannot be published': (portal) =>
    factsOf({ portal, presence: 'invalid' }, { record: recordOf('invalid') }),
  'back after it was kept, and still not publishable': (portal) =>
    factsOf({ portal, presence: 'present' }, { record: recordOf('invalid') }),
  'missing since a poll': (portal) =>
    factsOf({ portal, presence: 'grace', graceSince: now - minute, gracePolls: 1 }),
  'held for a decision': (portal) =>
    factsOf({ portal, presence: 'held', graceSince: now - minute, gracePolls: 3 }, { hold }),
  'kept by a decision': (portal) => factsOf({ portal, presence: 'pinned', pinnedUntil: now + minute }),
  'removed, and not yet confirmed': (portal) =>
    factsOf({ portal, presence: 'gone', intent: 'remove', offSince: now - minute }, leaving),
  suppressed: (portal) => factsOf({ portal, intent: 'suppressed', offSince: now - minute }),
  'wanted inactive, and not judged yet': (portal) => factsOf({ portal, deactivation: 'due' }),
  'wanted inactive, and held': (portal) => factsOf({ portal, deactivation: 'held' }, { hold }),
  'wanted inactive, and kept active by a decision': (portal) =>
    factsOf({ portal, deactivation: 'pinned', activeUntil: now + minute }),
};

const cases = Object.entries(situations).flatMap(([name, make]) =>
  portalStates.map((portal) => ({ name, portal, facts: make(portal) })),
);

/** Where a sentence says that the listing is; null: it says nothing of it. */
function placeIn({ sr, en }: { sr: string; en: string }): 'on' | 'off' | null {
  const of = (on: RegExp, off: RegExp, text: string) =>
    off.test(text) ? 'off' : on.test(text) ? 'on' : null;
  const inEnglish = of(/^It is on the portal|stays on the portal/, /not on the portal|was removed on/, en);
  const inSerbian = of(/^Na portalu je|ostaje na portalu/, /nije na portalu/i, sr);
  expect(inSerbian, `${sr} / ${en}`).toBe(inEnglish);
  return inEnglish;
}

describe.each(cases)('a listing $name, $portal at the portal', ({ facts, portal }) => {
  const headline = verdict(facts, context);
  const timeline = timelineOf(facts, context);
  const { listing: row } = facts;
  const standing = row === null ? 'invalid' : standingOf(row);
  const told =
    row === null
      ? null
      : agencySentence(conditionOf(conditionFacts({ ...facts, listing: row })), {
          ...row,
          waits: waitOf(facts, now),
        });

  it('is on the portal by its headline, its badge and its agency’s sentence alike, or by none', () => {
    const places = [placeIn(headline), told === null ? null : placeIn(told)];
    const badge =
      standing === 'on_portal' ? 'on' : standing === 'off' || standing === 'refused' ? 'off' : null;
    const said = new Set([...places, badge].filter((place) => place !== null));
    expect([...said], JSON.stringify([headline, told, standing])).toHaveLength(Math.min(1, said.size));
    if (portal === 'live' && said.has('off')) expect(standing).toBe('off');
    if (portal !== 'live' && portal !== 'inactive') expect(said, headline.en).not.toContain('on');
  });

  it('has a timeline that ends where the headline says', () => {
    const waits = timeline.find(({ state }) => state === 'waiting');
    const isSettled = headline.en.includes('as its feed has it');
    if (isSettled) expect(waits).toBeUndefined();
    if (waits === undefined && standing !== 'off')
      expect(headline.en).toMatch(/^(It is on the portal|The portal accepted it)/);
    if (waits?.name === 'understood') expect(headline.en).toContain('cannot be published');
    const last = timeline.at(-1);
    if (last?.name === 'taken_off' && last.state === 'done') expect(placeIn(headline)).not.toBe('on');
    if (last?.name === 'visible' && last.state === 'done') expect(isOnPortal(portal)).toBe(true);
  });

  it('has steps of one version: their times never decrease', () => {
    const times = timeline.flatMap(({ at }) => at ?? []);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });
});

describe('the step of the change', () => {
  const changedOf = (facts: TimelineFacts) => timelineOf(facts, context)[0];
  const feed = { firstPushAt: now - 90 * 86_400_000, life: 'active' } as TimelineFacts['feed'];

  it('has the date of the feed where it is of this version', () => {
    expect(changedOf(factsOf({}, { feed }))).toMatchObject({ name: 'changed', state: 'done' });
  });

  it('is unknown where the software did not touch the date', () => {
    const events = [
      event('accepted', now - 86_400_000, { digest: 'before', sent_at: 1 }),
      event('accepted', now, sent),
    ];
    const facts = factsOf({ feedUpdatedAt: now - 345 * 86_400_000, sentUpdatedAt: now }, { feed, events });
    expect(changedOf(facts)).toMatchObject({ state: 'unknown', at: null, took: null });
    expect(timelineOf(facts, context).some(({ slow, name }) => slow && name === 'read')).toBe(false);
  });

  it('is unknown where the files between would have had it', () => {
    const facts = factsOf({ feedUpdatedAt: now - 345 * 86_400_000, sentUpdatedAt: null }, { feed });
    expect(changedOf(facts)).toMatchObject({ state: 'unknown', reason: { sr: expect.any(String) } });
  });

  it('and a reading after it was queued are of another version', () => {
    const record = { ...recordOf('mapped'), understoodAt: now - 10 * minute };
    const steps = timelineOf(factsOf({}, { record, feed }), context);
    expect(steps.find(({ name }) => name === 'understood')).toMatchObject({ state: 'unknown', at: null });
  });
});

it('says who keeps a listing off the portal, why, and until when', () => {
  const suppression = {
    ...{ connectionId, externalId: 'a', reason: 'Vlasnik je odustao', author: 'ana' },
    ...{ at: now - minute, until: now + minute },
  };
  const facts = factsOf({ intent: 'suppressed', offSince: now - minute }, { suppression });
  const { sr, en } = verdict(facts, context);
  expect(en).toContain('By ana on T-60000, until T60000. Reason: “Vlasnik je odustao”.');
  expect(sr).toContain('Odluka: `ana`, T-60000, važi do T60000. Razlog: „`Vlasnik je odustao`”.');
});
