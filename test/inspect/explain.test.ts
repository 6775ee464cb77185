import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explain, type Explanation } from '../../src/inspect/listing/explain.js';
import { findSubjects } from '../../src/inspect/listing/find-subject.js';
import { openStore } from '../../src/store/open-store.js';
import type { ListingRecord } from '../../src/model/listing.js';
import type { AbsenceDecision } from '../../src/store/store.js';
import { memorySpool } from '../feed/memory-spool.js';
import {
  connectionId,
  createBatch,
  listingDecision,
  now,
  publish,
  recordDecision,
  send,
  worldOn,
  type World,
} from '../store/builders.js';

let world: World;
beforeEach(async () => {
  world = await worldOn(
    await openStore('sqlite::memory:', {
      clock: { now: () => now, elapsed: () => now, sleep: async () => undefined },
    }),
  );
});
afterEach(async () => world.store.close());

async function explained(id: string): Promise<Explanation> {
  const { store } = world;
  const [subject] = await findSubjects(id, {}, { store, idPrefixOf: () => 'x-' });
  if (subject === undefined) throw new Error(`${id} was not found`);
  const readable = async (): Promise<string> => 'The mapping cannot be read.';
  return explain(
    subject,
    { store, spool: memorySpool(), titleField: 'title', itemWindowMs: 3_600_000, readable },
    { now, showTime: (at) => `T+${at - now}` },
  );
}

async function sentence(id: string): Promise<string> {
  return (await explained(id)).sentence.en;
}

const update = (change: Partial<ListingRecord>): Promise<void> =>
  world.store.listings.update(connectionId, [{ externalId: 'a', ...change }], 0);

function absent(change: Partial<AbsenceDecision>): Promise<void> {
  const decision = {
    presence: 'grace',
    graceSince: now - 60_000,
    gracePolls: 1,
    queueRemoval: null,
  } as const;
  return world.store.listings.applyAbsences(
    connectionId,
    world.feedId,
    [{ externalId: 'a', ...decision, ...change }],
    now,
  );
}

describe('the sentence about a listing', () => {
  it('that is live', async () => {
    await publish(world, ['a']);
    await send(world, ['a']);
    expect(await sentence('a')).toBe('It is on the portal, as its feed has it.');
    await update({ portal: 'inactive' });
    expect(await sentence('a')).toContain('not shown to visitors, because it is marked inactive');
  });

  it('whose feed is stalled: how it was when the feed was last whole', async () => {
    await publish(world, ['a']);
    await send(world, ['a']);
    await world.store.feeds.update(world.feedId, { life: 'stalled', lastCompleteAt: now - 5 });
    expect(await sentence('a')).toContain('(its feed is stalled: this was its state on T+-5)');
  });

  it('that waits in the outbox, with what it waits for', async () => {
    await publish(world, ['a']);
    expect(await sentence('a')).toBe(
      'It is not on the portal yet: it waits in the outbox and is sent with the next push that has room for it.',
    );
    await world.store.connections.update(connectionId, { nextPushAt: now + 900 });
    expect(await sentence('a')).toContain(
      'because the portal did not accept the connection’s last requests; it is retried on T+900',
    );
    await world.store.connections.update(connectionId, { status: 'paused' });
    expect(await sentence('a')).toContain('waits in the outbox, because the connection is paused');
    const batch = await createBatch(world, ['a']);
    expect(await sentence('a')).toContain(`is on its way in batch ${batch}`);
  });

  it('that the portal refused: why, and whose turn it is', async () => {
    await publish(world, ['a']);
    await send(world, ['a']);
    await update({ portal: 'rejected', failureCode: 'quota_exceeded', confirmedDigest: null });
    expect(await sentence('a')).toBe(
      'It is not on the portal: the portal refused it, because the agency’s plan has no room for another listing (quota_exceeded). The agency takes a larger plan, or removes listings; those that wait longest are then sent first.',
    );
    await update({ failureCode: 'made_up' });
    expect(await sentence('a')).toContain('it says made_up, which its specification does not explain');
    await update({ confirmedDigest: 'A' });
    expect(await sentence('a')).toContain('refused its latest version and may still show the one before');
  });

  it('whose record cannot be published, with the first problem', async () => {
    const issues = [
      { severity: 'warning', code: 'text_cut', pointer: '/title/sr', message: 'It was cut.' },
      { severity: 'error', code: 'required', pointer: '/price', message: 'There is no price' },
      { severity: 'error', code: 'required', pointer: '/category', message: 'There is no category.' },
    ] as const;
    const record = (listings: ReturnType<typeof listingDecision>[]) =>
      recordDecision(0, 'a', { kind: 'invalid', issues: [...issues], listings });
    await world.store.records.commitBlock(connectionId, world.feedId, [record([])], now);
    const problem = '/price: There is no price. (and 1 more)';
    expect(await sentence('a')).toBe(`It is not on the portal: its record cannot be published. ${problem}`);
    expect(await sentence('x-a')).toContain(problem);

    await publish(world, ['a']);
    await send(world, ['a']);
    const invalid = listingDecision('a', { presence: 'invalid', wanted: null, queue: null });
    await world.store.records.commitBlock(connectionId, world.feedId, [record([invalid])], now);
    expect(await sentence('a')).toBe(
      `It is on the portal as it was before: its present record cannot be published. ${problem}`,
    );
  });

  it('that its feed no longer has: in grace, held, pinned, being taken off, off', async () => {
    await publish(world, ['a']);
    await send(world, ['a']);
    await absent({});
    expect(await sentence('a')).toBe(
      'It is on the portal, but its feed has not had it since T+-60000 (1 complete poll): it is in grace, and is removed if it does not return.',
    );

    await absent({ presence: 'held', gracePolls: 2 });
    const line = { externalId: 'a', title: 'Stan a', lastSeenAt: now, reason: 'withdrawn' } as const;
    const { id } = await world.store.holds.raise(
      {
        connectionId,
        feedId: world.feedId,
        kind: 'removals',
        reason: 'Too many.',
        snapshotId: null,
        lines: [line],
      },
      now,
    );
    expect(await sentence('a')).toBe(
      `It is on the portal, because its removal looks implausible and needs a decision: hold ${id} (\`feedsync approve ${id}\` removes it, \`feedsync reject ${id}\` keeps it).`,
    );

    await world.store.holds.decide(id, { kind: 'rejected', pinnedUntil: now + 9 }, 'tester', now);
    expect(await sentence('a')).toContain('its removal was rejected, and is decided again after T+9');

    await absent({ presence: 'gone', queueRemoval: 'withdrawn' });
    expect(await sentence('a')).toContain('is being removed from the portal, because it left its feed');

    await world.store.batches.settleRemoval(connectionId, 'a', 'removed', now);
    expect(await sentence('a')).toBe(
      'It is not on the portal: it was removed on T+0, because it left its feed.',
    );
  });

  it('that would become inactive: not judged yet, held, kept active', async () => {
    await publish(world, ['a']);
    await send(world, ['a']);
    const set = (change: object) =>
      world.store.listings.update(connectionId, [{ externalId: 'a', ...change }], 0);
    await set({ deactivation: 'due' });
    expect(await sentence('a')).toBe(
      'It is on the portal and active, although its record calls it reserved or switched off: the next poll of its feed judges whether it becomes inactive.',
    );
    await set({ deactivation: 'held' });
    const line = { externalId: 'a', title: 'Stan a', lastSeenAt: now, reason: 'inactive' } as const;
    const hold = {
      connectionId,
      feedId: world.feedId,
      kind: 'removals',
      reason: 'Many.',
      snapshotId: null,
    } as const;
    const { id } = await world.store.holds.raise({ ...hold, lines: [line] }, now);
    expect(await sentence('a')).toContain(
      `hold ${id} (\`feedsync approve ${id}\` makes it inactive, \`feedsync reject ${id}\` keeps it active).`,
    );
    await world.store.holds.decide(id, { kind: 'rejected', pinnedUntil: now + 9 }, 'tester', now);
    expect(await sentence('a')).toContain('which is decided again after T+9');
  });

  it('that left before it was sent', async () => {
    await publish(world, ['a']);
    await absent({ presence: 'gone', queueRemoval: 'sold' });
    expect(await sentence('a')).toMatch(/^It is not on the portal: it was sold before it was sent\.$/);
  });

  it.each([
    ['accepted', 'accepted it and has not shown it yet'],
    ['needs_review', 'the portal’s staff review it first'],
    ['unknown', 'an answer was lost'],
    ['taken_down', 'it was taken down there'],
    ['archived', 'it was removed there, although its feed has it'],
    ['released', 'the agency revoked the connection'],
  ] as const)('of which the portal says %s', async (portal, words) => {
    await publish(world, ['a']);
    await send(world, ['a']);
    await update({ portal });
    expect(await sentence('a')).toContain(words);
  });

  it('that is suppressed, or that somebody else put on the portal', async () => {
    await publish(world, ['a']);
    await update({ intent: 'suppressed' });
    expect(await sentence('a')).toContain('It is suppressed: it is not published although its feed has it');
    await world.store.listings.noteForeign(
      connectionId,
      [{ externalId: 'f', portal: 'live', listingId: 'L', publicUrl: null }],
      0,
    );
    expect(await sentence('f')).toContain('no feed here has it');
  });
});

describe('an explanation', () => {
  it('compares what is wanted with what is confirmed, and says why it cannot read the record', async () => {
    await publish(world, ['a']);
    expect(await explained('a')).toMatchObject({ agreement: 'nothing_confirmed', unsent: null });
    await send(world, ['a']);
    expect(await explained('a')).toMatchObject({
      agreement: 'same',
      unsent: [],
      reading: null,
      readingProblem: 'The mapping cannot be read.',
      payload: { title: { sr: 'Stan A' } },
      record: { kind: 'mapped' },
    });
    await publish(world, ['a'], 'B');
    expect(await explained('a')).toMatchObject({ agreement: 'different', outbox: { digest: 'B' } });
  });

  it('is of exactly the id that is meant, even where it is a part of others', async () => {
    await publish(world, ['a', 'ab', 'A']);
    const ids = async (query: string, scope = {}): Promise<string[]> =>
      (await findSubjects(query, scope, { store: world.store, idPrefixOf: () => '' })).map(
        (s) => s.externalId,
      );
    expect(await ids('a')).toEqual(['a']);
    expect(await ids('stan')).toEqual(['A', 'a', 'ab']);
    expect(await ids('a', { feedId: world.feedId + 1 })).toEqual([]);
    expect(await ids('zzz')).toEqual([]);
  });
});
