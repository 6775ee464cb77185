import { describe, expect, it } from 'vitest';
import { endMailTurn, startMailTurn } from '../../src/store/facts/mail-turns.js';
import { connectionId, now, type World } from './builders.js';

/** Who may come in: accounts, invitations, sessions, tokens, failed sign-ins; and the audit. */
export function accessContract(current: () => World): void {
  const other = '6f0c1d2e-0000-4000-8000-000000000002';
  const add = ({ store }: World, name: string, connections: string[] = []) =>
    store.access.addAccount({ name, role: 'agency', connections }, 'admin', now);

  describe('access', () => {
    it('keeps one account of a name, with its connections, and writes down who decided', async () => {
      const world = current();
      const { access, audit } = world.store;
      const ana = (await add(world, 'ana', [other, connectionId]))!;
      expect(ana).toMatchObject({ passwordHash: null, connections: [connectionId, other], signedInAt: null });
      expect(await add(world, 'ana')).toBeNull();
      expect(await access.accountNamed('ana')).toEqual(ana);
      expect(await access.account(99)).toBeNull();
      const mail = { atOnce: true, digest: false, language: 'sr-Cyrl' } as const;
      expect(ana.mail).toBeNull();
      await access.setMail(ana.id, mail, 'ana', now + 1);
      expect((await access.account(ana.id))?.mail).toEqual(mail);
      expect((await access.accounts())[0]?.mail).toEqual(mail);
      await access.setConnections(ana.id, [other], 'admin', now + 1);
      expect((await access.account(ana.id))?.connections).toEqual([other]);
      expect(await access.removeAccount(ana.id, 'admin', now + 2)).toBe(true);
      expect(await access.removeAccount(ana.id, 'admin', now + 2)).toBe(false);
      expect(await access.accounts()).toEqual([]);
      const lines = await audit.list({ limit: 10 });
      expect(lines.map(({ action, author, subject }) => [action, author, subject])).toEqual([
        ['account.remove', 'admin', 'account ana'],
        ['account.connections', 'admin', 'account ana'],
        ['account.notices', 'ana', 'account ana'],
        ['account.add', 'admin', 'account ana'],
      ]);
      expect(await audit.list({ limit: 1, before: lines[0]!.id })).toEqual([lines[1]]);
      expect(await audit.list({ limit: 10, text: 'ACCOUNT.Add' })).toEqual([lines[3]]);
      expect(await audit.list({ limit: 10, text: connectionId })).toEqual([lines[3]]);
      expect(await audit.list({ limit: 10, text: '%' })).toEqual([]);
    });

    it('gives the turn to mail an invitation to one of several that ask at once, until it ends', async () => {
      const { store } = current();
      const take = (address: string, at: number): Promise<boolean> =>
        startMailTurn(store, address, { now: at, until: at + 10 });
      const asked = await Promise.all([take('a', now), take('a', now), take('b', now), take('a', now)]);
      expect([asked.filter(Boolean).length, asked[2]]).toEqual([2, true]);
      expect(await take('a', now + 9)).toBe(false);
      await endMailTurn(store, 'a');
      expect(await take('a', now + 9)).toBe(true);
      // One that was never ended is free again in time.
      expect(await take('b', now + 10)).toBe(true);
    });

    it('lets an invitation be used once, and only the newest one, before it is over', async () => {
      const world = current();
      const { access } = world.store;
      const { id } = (await add(world, 'ana'))!;
      const invitation = { accountId: id, createdAt: now, createdBy: 'admin', expiresAt: now + 10 };
      await access.invite({ ...invitation, hash: 'old' });
      await access.invite({ ...invitation, hash: 'new' });
      expect(await access.invitation('old', now)).toBeNull();
      expect(await access.acceptInvitation('new', 'p', now + 10)).toBeNull();
      expect(await access.invitation('new', now + 9)).toMatchObject({ accountId: id });
      await access.startSession({ hash: 's', accountId: id, createdAt: now, seenAt: now }, null);
      const token = { label: 'crm', scope: 'full', hash: 't', createdAt: now, createdBy: 'ana' } as const;
      await access.addToken({ ...token, accountId: id, expiresAt: null }, 9);
      await access.noteBrowser({ hash: 'b', accountId: id, usedAt: now }, 9);
      expect(await access.acceptInvitation('new', 'p', now + 9)).toMatchObject({ id, passwordHash: 'p' });
      // The former password opens nothing any more.
      expect([
        await access.session('s'),
        await access.tokenOf('t'),
        await access.accountsOfBrowser('b'),
      ]).toEqual([null, null, []]);
      expect(await access.acceptInvitation('new', 'q', now + 9)).toBeNull();
    });

    it('replaces the session that a browser came with, and ends all with the password or the account', async () => {
      const world = current();
      const { access } = world.store;
      const { id } = (await add(world, 'ana'))!;
      const session = { accountId: id, createdAt: now, seenAt: now };
      await access.startSession({ ...session, hash: 'one' }, null);
      await access.startSession({ ...session, hash: 'two', createdAt: now + 5 }, 'one');
      expect([await access.session('one'), (await access.session('two'))?.seenAt]).toEqual([null, now]);
      expect((await access.account(id))?.signedInAt).toBe(now + 5);
      await access.touchSession('two', now + 7);
      expect((await access.session('two'))?.seenAt).toBe(now + 7);
      await access.endSession('two');
      expect(await access.session('two')).toBeNull();
      await access.startSession({ ...session, hash: 'three' }, null);
      expect(await access.changePassword(id, 'p', { revokesTokens: false, now })).toBe(0);
      expect(await access.session('three')).toBeNull();
      await access.startSession({ ...session, hash: 'four' }, null);
      const token = { accountId: id, label: 'crm', scope: 'poll', hash: 't', createdAt: now } as const;
      await access.addToken({ ...token, createdBy: 'ana', expiresAt: null }, 9);
      await access.removeAccount(id, 'admin', now);
      expect([await access.session('four'), await access.tokenOf('t')]).toEqual([null, null]);
    });

    it('finds tokens by their hash until they are revoked', async () => {
      const world = current();
      const { access } = world.store;
      const { id } = (await add(world, 'ana'))!;
      const token = {
        accountId: id,
        scope: 'read',
        createdAt: now,
        createdBy: 'ana',
        expiresAt: null,
      } as const;
      const one = (await access.addToken({ ...token, label: 'one', hash: 'h1' }, 9))!;
      const two = (await access.addToken({ ...token, label: 'two', hash: 'h2' }, 9))!;
      expect((await access.tokens()).map(({ label }) => label)).toEqual(['two', 'one']);
      await access.touchToken(two.id, now + 3);
      expect(await access.tokenOf('h2')).toEqual({ ...two, usedAt: now + 3 });
      expect([
        await access.revokeToken(one.id, 'admin', now),
        await access.revokeToken(one.id, 'admin', now),
        await access.tokenOf('h1'),
      ]).toEqual([true, false, null]);
    });

    it('gives an account so many tokens that are not over, and ends them with its password where that is asked for', async () => {
      const world = current();
      const { access, audit } = world.store;
      const { id } = (await add(world, 'ana'))!;
      const other = (await add(world, 'eva'))!;
      const token = { scope: 'read', label: 'x', createdBy: 'ana', createdAt: now } as const;
      const make = (hash: string, accountId: number, expiresAt: number | null) =>
        access.addToken({ ...token, hash, accountId, expiresAt }, 2);
      expect(await make('over', id, now)).not.toBeNull();
      expect(await make('one', id, null)).not.toBeNull();
      expect(await make('two', id, now + 9)).not.toBeNull();
      expect(await make('three', id, null)).toBeNull();
      expect(await make('other', other.id, null)).not.toBeNull();
      expect(await access.changePassword(id, 'p', { revokesTokens: false, now })).toBe(0);
      expect(await access.tokenOf('one')).not.toBeNull();
      expect(await access.changePassword(id, 'q', { revokesTokens: true, now })).toBe(3);
      expect((await access.tokens()).map(({ hash }) => hash)).toEqual(['other']);
      expect((await audit.list({ limit: 1 }))[0]).toMatchObject({
        action: 'account.password',
        data: { revoked_tokens: 3 },
      });
    });

    it('counts failures by key, forgets old ones and ones of a time to come, and never has more than so many', async () => {
      const { access } = current().store;
      const fail = (keys: string[], at: number, most = 100) =>
        access.addFailure(
          keys.map((key) => ({ key, nameKey: key.startsWith('n') ? key : null })),
          { at, since: at - 10, most },
        );
      await fail(['n1', 'a1'], now);
      await fail(['n1', 'a2'], now + 5);
      expect(Object.fromEntries(await access.failures(['n1', 'a1', 'a2', 'a3']))).toEqual({
        n1: { failures: 2, at: now + 5 },
        a1: { failures: 1, at: now },
        a2: { failures: 1, at: now + 5 },
      });
      await fail(['n2'], now + 12);
      expect([...(await access.failures(['n1', 'a1', 'a2'])).keys()].sort()).toEqual(['a2', 'n1']);
      await fail(['n3'], now + 13, 2);
      expect([...(await access.failures(['n1', 'a2', 'n2', 'n3'])).keys()].sort()).toEqual(['n2', 'n3']);
      await access.forgetFailures(['n2']);
      expect([...(await access.failures(['n2', 'n3'])).keys()]).toEqual(['n3']);
      // The clock was two hours ahead when that was noted.
      await fail(['n4'], now - 7_200_000);
      expect([...(await access.failures(['n3', 'n4'])).keys()]).toEqual(['n4']);
      const over = { sessionsSeen: now, sessionsCreated: now, browsers: now, now };
      await access.prune({ ...over, failures: now - 7_200_000 });
      expect((await access.failures(['n4'])).size).toBe(1);
      await access.prune({ ...over, failures: now });
      expect((await access.failures(['n4'])).size).toBe(0);
    });

    it('finds the failures of a person by the key of the name, and deletes those alone', async () => {
      const { access, persons } = current().store;
      const bounds = { at: now, since: 0, most: 100 };
      const counters = ['name', 'name and address'].map((key) => ({ key, nameKey: 'of ana' }));
      await access.addFailure([...counters, { key: 'address', nameKey: null }], bounds);
      await access.addFailure([{ key: 'other', nameKey: 'of eva' }], bounds);
      const same = (text: string): string => text;
      expect(await persons.count(same, 'of ana')).toEqual({ signInFailure: 2 });
      const by = { nameKey: 'of ana', author: 'admin', about: 'e-mail', now };
      expect(await persons.erase(same, by)).toEqual({ signInFailure: 2 });
      expect(await persons.count(same, 'of ana')).toEqual({});
      expect([...(await access.failures(['name', 'address', 'other'])).keys()].sort()).toEqual([
        'address',
        'other',
      ]);
    });

    it('knows the browsers that an account used last, until its password changes or they are too old', async () => {
      const world = current();
      const { access } = world.store;
      const [ana, eva] = [(await add(world, 'ana'))!.id, (await add(world, 'eva'))!.id];
      const note = (hash: string, accountId: number, usedAt: number) =>
        access.noteBrowser({ hash, accountId, usedAt }, 2);
      await note('one', ana, now);
      await note('one', eva, now);
      await note('two', ana, now + 1);
      expect((await access.accountsOfBrowser('one')).sort()).toEqual([ana, eva].sort());
      await note('one', ana, now + 2);
      await note('three', ana, now + 3);
      expect([await access.accountsOfBrowser('one'), await access.accountsOfBrowser('two')]).toEqual([
        expect.arrayContaining([ana, eva]),
        [],
      ]);
      await access.changePassword(ana, 'p', { revokesTokens: false, now });
      expect(await access.accountsOfBrowser('one')).toEqual([eva]);
      const over = { sessionsSeen: now, sessionsCreated: now, failures: now, now };
      await access.prune({ ...over, browsers: now + 1 });
      expect(await access.accountsOfBrowser('one')).toEqual([]);
    });

    it('erases an agency’s people with it, and not those of another one', async () => {
      const world = current();
      const { access, agencies } = world.store;
      await add(world, 'own', [connectionId]);
      await add(world, 'both', [connectionId, other]);
      const scope = { connectionId, feeds: [{ id: world.feedId, name: 'agency-a' }] };
      const rows = [];
      for await (const row of agencies.read(scope)) rows.push(row);
      expect(JSON.stringify(rows)).toContain('"own"');
      expect(JSON.stringify(rows)).not.toContain('passwordHash');
      await agencies.erase(scope, { author: 'admin', now });
      expect(await access.accounts()).toMatchObject([{ name: 'both', connections: [other] }]);
    });
  });

  describe('pages', () => {
    it('reads listings by connection and id, none twice and none left out, and only of these connections', async () => {
      const { store } = current();
      for (const id of [connectionId, other])
        await store.listings.noteForeign(
          id,
          ['a', 'b', 'c'].map((externalId) => ({
            externalId,
            portal: 'live',
            listingId: null,
            publicUrl: null,
          })),
          0,
        );
      const of = async (connectionIds: string[] | null): Promise<string[]> => {
        const found: string[] = [];
        for (let after: { connectionId: string; externalId: string } | null = null; ;) {
          const page = await store.listings.page({ connectionIds, after, limit: 2 });
          found.push(...page.map((row) => `${row.connectionId.slice(-1)}${row.externalId}`));
          const last = page.at(-1);
          if (last === undefined) return found;
          after = { connectionId: last.connectionId, externalId: last.externalId };
        }
      };
      expect(await of(null)).toEqual(['1a', '1b', '1c', '2a', '2b', '2c']);
      expect(await of([other])).toEqual(['2a', '2b', '2c']);
      expect(await of([])).toEqual([]);
    });

    it('reads runs from one on, of some connections alone', async () => {
      const { store } = current();
      const run = (id: string | null) =>
        store.runs.start({ kind: 'push', connectionId: id, feedId: null, now });
      const [first, second] = [await run(connectionId), await run(other)];
      const third = await run(connectionId);
      await run(null);
      const ids = async (filter: Partial<Parameters<typeof store.runs.list>[0]>) =>
        (await store.runs.list({ limit: 10, ...filter })).map(({ id }) => id);
      expect(await ids({ connectionIds: [connectionId] })).toEqual([third, first]);
      expect(await ids({ before: third })).toEqual([second, first]);
      expect(await ids({ connectionIds: [] })).toEqual([]);
    });
  });
}
