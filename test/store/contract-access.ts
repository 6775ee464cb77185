import { describe, expect, it } from 'vitest';
import { connectionId, now, type World } from './builders.js';

/** Who may come in: accounts, invitations, sessions, tokens, tries; and the audit. */
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
      await access.setConnections(ana.id, [other], 'admin', now + 1);
      expect((await access.account(ana.id))?.connections).toEqual([other]);
      expect(await access.removeAccount(ana.id, 'admin', now + 2)).toBe(true);
      expect(await access.removeAccount(ana.id, 'admin', now + 2)).toBe(false);
      expect(await access.accounts()).toEqual([]);
      const lines = await audit.list({ limit: 10 });
      expect(lines.map(({ action, author, subject }) => [action, author, subject])).toEqual([
        ['account.remove', 'admin', 'account ana'],
        ['account.connections', 'admin', 'account ana'],
        ['account.add', 'admin', 'account ana'],
      ]);
      expect(await audit.list({ limit: 1, before: lines[0]!.id })).toEqual([lines[1]]);
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
      expect(await access.acceptInvitation('new', 'p', now + 9)).toMatchObject({ id, passwordHash: 'p' });
      // Whoever had the former password is out.
      expect(await access.session('s')).toBeNull();
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
      await access.changePassword(id, 'p', now);
      expect(await access.session('three')).toBeNull();
      await access.startSession({ ...session, hash: 'four' }, null);
      const token = { accountId: id, label: 'crm', scope: 'poll', hash: 't', createdAt: now } as const;
      await access.addToken({ ...token, createdBy: 'ana', expiresAt: null });
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
      const one = await access.addToken({ ...token, label: 'one', hash: 'h1' });
      const two = await access.addToken({ ...token, label: 'two', hash: 'h2' });
      expect((await access.tokens()).map(({ label }) => label)).toEqual(['two', 'one']);
      await access.touchToken(two.id, now + 3);
      expect(await access.tokenOf('h2')).toEqual({ ...two, usedAt: now + 3 });
      expect([
        await access.revokeToken(one.id, 'admin', now),
        await access.revokeToken(one.id, 'admin', now),
        await access.tokenOf('h1'),
      ]).toEqual([true, false, null]);
    });

    it('counts tries by name and by address within the window, and forgets what is over', async () => {
      const { access } = current().store;
      const attempt = (name: string, address: string, at: number) =>
        access.noteAttempt({ name, address, at }, at - 10);
      await attempt('ana', '1', now);
      expect(await attempt('ana', '2', now + 5)).toEqual({ ofName: 2, ofAddress: 1 });
      expect(await attempt('eva', '2', now + 6)).toEqual({ ofName: 1, ofAddress: 2 });
      expect(await attempt('ana', '1', now + 12)).toEqual({ ofName: 2, ofAddress: 1 });
      await access.forgetAttempts('ana');
      expect(await attempt('ana', '3', now + 12)).toEqual({ ofName: 1, ofAddress: 1 });
      await access.prune({ sessionsSeen: now, sessionsCreated: now, attempts: now + 13, now });
      expect(await attempt('ana', '3', now + 13)).toEqual({ ofName: 1, ofAddress: 1 });
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
