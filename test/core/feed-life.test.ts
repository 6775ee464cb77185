import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  feedSteps,
  type DeclaredFeed,
  type KnownFeed,
  type UnreadFeeds,
} from '../../src/core/removals/feed-life.js';

const allRead: UnreadFeeds = { names: new Set(), any: false };

function declared(name: string, change: Partial<DeclaredFeed> = {}): DeclaredFeed {
  return { name, renamedFrom: null, connectionId: 'c1', idPrefix: '', ...change };
}

function known(id: number, name: string, change: Partial<KnownFeed> = {}): KnownFeed {
  return { id, name, connectionId: 'c1', life: 'active', idPrefix: '', pushed: true, ...change };
}

describe('what a configuration means for the feeds that are known', () => {
  it('begins with new feeds, and leaves the same ones alone', () => {
    expect(feedSteps([declared('a'), declared('b')], [known(1, 'a')], allRead)).toEqual([
      { kind: 'same', name: 'a', id: 1 },
      { kind: 'new', name: 'b', connectionId: 'c1' },
    ]);
  });

  it('orphans a feed that vanished, and one that points to another connection', () => {
    expect(feedSteps([], [known(1, 'a')], allRead)).toEqual([
      { kind: 'orphaned', name: 'a', id: 1, why: 'gone' },
    ]);
    expect(feedSteps([declared('a', { connectionId: 'c2' })], [known(1, 'a')], allRead)).toEqual([
      { kind: 'new', name: 'a', connectionId: 'c2' },
      { kind: 'orphaned', name: 'a', id: 1, why: 'repointed' },
    ]);
  });

  it('renames with history, and orphans without it', () => {
    expect(feedSteps([declared('b', { renamedFrom: 'a' })], [known(1, 'a')], allRead)).toEqual([
      { kind: 'renamed', name: 'b', id: 1, from: 'a' },
    ]);
    expect(feedSteps([declared('b')], [known(1, 'a')], allRead)).toMatchObject([
      { kind: 'new', name: 'b' },
      { kind: 'orphaned', name: 'a' },
    ]);
  });

  it('gives the listings to the new name where the rename is told late', () => {
    const feeds = [known(1, 'a', { life: 'orphaned' }), known(2, 'b')];
    expect(feedSteps([declared('b', { renamedFrom: 'a' })], feeds, allRead)).toEqual([
      { kind: 'same', name: 'b', id: 2 },
      { kind: 'given', name: 'b', id: 2, from: 'a', fromId: 1 },
    ]);
  });

  it('takes no history from another connection, nor from a feed that is still there', () => {
    const moved = declared('b', { renamedFrom: 'a', connectionId: 'c2' });
    expect(feedSteps([moved], [known(1, 'a')], allRead)).toMatchObject([
      { kind: 'new' },
      { kind: 'orphaned', name: 'a' },
    ]);
    const both = [declared('a'), declared('b', { renamedFrom: 'a' })];
    expect(feedSteps(both, [known(1, 'a')], allRead)).toMatchObject([
      { kind: 'same', name: 'a' },
      { kind: 'refused', name: 'b' },
    ]);
    const twice = [declared('b', { renamedFrom: 'a' }), declared('c', { renamedFrom: 'a' })];
    expect(feedSteps(twice, [known(1, 'a')], allRead)).toMatchObject([
      { kind: 'renamed', name: 'b' },
      { kind: 'refused', name: 'c' },
    ]);
  });

  it('knows a feed again that comes back', () => {
    expect(feedSteps([declared('a')], [known(1, 'a', { life: 'orphaned' })], allRead)).toEqual([
      { kind: 'returned', name: 'a', id: 1 },
    ]);
    const lives = [known(1, 'a', { life: 'paused' }), known(2, 'b', { life: 'retired' })];
    expect(feedSteps([declared('a'), declared('b')], lives, allRead).map(({ kind }) => kind)).toEqual([
      'same',
      'same',
    ]);
  });

  it('never takes a feed of a broken file for gone', () => {
    const feeds = [known(1, 'a'), known(2, 'b')];
    expect(feedSteps([], feeds, { names: new Set(['a']), any: false })).toMatchObject([{ name: 'b' }]);
    expect(feedSteps([], feeds, { names: new Set(), any: true })).toEqual([]);
  });

  it('fixes id_prefix once something was sent', () => {
    const changed = [declared('a', { idPrefix: 'x-' })];
    const [step] = feedSteps(changed, [known(1, 'a')], allRead);
    expect(step).toMatchObject({ kind: 'refused' });
    expect(step?.kind === 'refused' && step.problem).toContain('id_prefix was ""');
    expect(feedSteps(changed, [known(1, 'a', { pushed: false })], allRead)).toMatchObject([{ kind: 'same' }]);
  });

  it('says one thing of each feed: every declared one once, every other known one at most once', () => {
    const names = fc.constantFrom('a', 'b', 'c', 'd');
    const connections = fc.constantFrom('c1', 'c2');
    const declaredFeeds = fc.uniqueArray(
      fc.record({
        name: names,
        renamedFrom: fc.option(names),
        connectionId: connections,
        idPrefix: fc.constantFrom('', 'x'),
      }),
      { selector: (feed) => feed.name },
    );
    const knownFeeds = fc
      .uniqueArray(
        fc.record({
          name: names,
          connectionId: connections,
          life: fc.constantFrom('active', 'paused', 'stalled', 'orphaned', 'retired'),
          idPrefix: fc.constantFrom('', 'x'),
          pushed: fc.boolean(),
        }),
        { selector: (feed) => `${feed.name} ${feed.connectionId}` },
      )
      .map((feeds) => feeds.map((feed, id) => ({ id, ...feed })));
    fc.assert(
      fc.property(declaredFeeds, knownFeeds, (feeds, before) => {
        const steps = feedSteps(feeds, before, allRead);
        const own = steps.filter(({ kind }) => kind !== 'orphaned' && kind !== 'given');
        expect(own.map(({ name }) => name)).toEqual(feeds.map(({ name }) => name));
        const ids = steps.flatMap((step) => {
          if (step.kind === 'given') return [step.fromId];
          return 'id' in step ? [step.id] : [];
        });
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });
});
