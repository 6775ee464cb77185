import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Writer } from '../../src/store/database/database.js';
import { openStore } from '../../src/store/open-store.js';
import { postgresDatabase } from '../../src/store/postgres/postgres-database.js';
import { createPostgresPool } from '../../src/store/postgres/postgres-dialect.js';
import { explainPostgres } from '../../src/store/postgres/postgres-errors.js';
import type { Store } from '../../src/store/store.js';
import { startPostgres, type PostgresServer } from '../support/postgres.js';
import { repetitions } from '../support/repetitions.js';
import { connectionId, createBatch, listing, now, publish, worldOn } from './builders.js';
import { storeContract } from './contract.js';
import { presentHolder } from './contract-sharing.js';

const clock = { now: () => now, elapsed: () => now, sleep: async () => undefined };

let server: PostgresServer;
/** Used again and again: a new schema takes longer than emptying one. */
let url: string;
beforeAll(async () => {
  server = await startPostgres();
  url = await server.newStore();
  await (await openStore(url, { clock })).close();
});
afterAll(() => server.stop());

const openEmpty = async (): Promise<Store> => {
  await server.empty(url);
  return openStore(url, { clock, holder: presentHolder });
};
storeContract('postgres', openEmpty, { wishPlays: repetitions({ tests: 15, soak: 60 }) });

describe('a store on PostgreSQL', () => {
  const opened: Store[] = [];
  const open = async (options: { readOnly?: boolean; exclusive?: boolean } = {}): Promise<Store> => {
    const store = await openStore(url, { clock, ...options });
    opened.push(store);
    return store;
  };
  beforeEach(() => server.empty(url));
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });

  it('keeps what was committed, and closes twice', async () => {
    const store = await open();
    await publish(await worldOn(store), ['a', 'b']);
    await store.close();
    await store.close();
    expect(await listing({ store: await open() }, 'a')).toMatchObject({ wantedDigest: 'A' });
  });

  it('reads beside a writer and never writes', async () => {
    const world = await worldOn(await open({ exclusive: true }));
    const reader = await open({ readOnly: true });
    await publish(world, ['a']);
    expect(await reader.listings.get(connectionId, 'a')).not.toBeNull();
    await expect(reader.meta.set('k', 'v')).rejects.toMatchObject({ name: 'StoreError', kind: 'read_only' });
    expect(await reader.meta.get('k')).toBeNull();
  });

  it('tells a connection that is cut before it may be used as what it is', async () => {
    const admit = async (client: pg.PoolClient): Promise<void> => {
      await client.query('select pg_terminate_backend(pg_backend_pid())');
    };
    const pool = createPostgresPool(url, { connectionsMax: 1, readOnly: false, admit });
    await expect(pool.connect()).rejects.toMatchObject({ name: 'StoreError', kind: 'unreachable' });
    await pool.end();
  });

  it('orders and compares ids byte by byte, like every other store', async () => {
    const world = await worldOn(await open());
    await publish(world, ['b', 'B', 'a-1', 'a_1', 'Ž', 'a1']);
    const ids = (await world.store.listings.list({ limit: 10 })).map(({ externalId }) => externalId);
    expect(ids).toEqual(['B', 'a-1', 'a1', 'a_1', 'b', 'Ž']);
    const after = await world.store.listings.list({ limit: 10, after: 'a1' });
    expect(after.map(({ externalId }) => externalId)).toEqual(['a_1', 'b', 'Ž']);
  });

  it('stores a text that holds a NUL, without it', async () => {
    const store = await open();
    await store.meta.set('k', 'a\0b');
    expect(await store.meta.get('k')).toBe('a\ufffdb');
  });

  it('does a transaction again that ran into one of another process: no change is lost', async () => {
    const [first, second] = [await open(), await open()];
    await publish(await worldOn(first), ['a']);
    const change = async (store: Store, field: 'listingId' | 'candidateId'): Promise<void> => {
      for (let step = 1; step <= 25; step++)
        await store.listings.update(connectionId, [{ externalId: 'a', [field]: `${step}` }], 0);
    };
    // Each reads the whole row and writes it whole.
    await Promise.all([change(first, 'listingId'), change(second, 'candidateId')]);
    expect(await listing({ store: first }, 'a')).toMatchObject({ listingId: '25', candidateId: '25' });
  });

  it('binds a listing to one batch, whoever makes it first', async () => {
    const [first, second] = [await open(), await open()];
    await publish(await worldOn(first), ['a']);
    const made = await Promise.allSettled([first, second].map((store) => createBatch({ store }, ['a'])));
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await first.batches.unsettled(connectionId)).toHaveLength(1);
  });

  it('goes on after its connections were cut', async () => {
    const world = await worldOn(await open({ exclusive: true }));
    await server.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'feedsync' and pid <> pg_backend_pid()`);
    const attempt = (): Promise<void> => world.store.meta.set('k', 'v');
    await attempt().catch((error: unknown) => {
      expect(error).toMatchObject({ kind: 'unreachable' });
      return attempt();
    });
    expect(await world.store.meta.get('k')).toBe('v');
  });

  it('leaves nothing of what was erased in its tables', async () => {
    const world = await worldOn(await open());
    await publish(world, ['a', 'b']);
    const size = async (): Promise<unknown> =>
      (await server.query(`select pg_relation_size('payload')::int as size`, url))[0]?.size;
    expect(await size()).toBeGreaterThan(0);
    const scope = { connectionId, feeds: [{ id: world.feedId, name: 'agency-a' }] };
    await world.store.agencies.erase(scope, { author: 'ana', now });
    expect(await size()).toBe(0);
  });

  it('has no copy of its own: PostgreSQL has its tools', async () => {
    await expect((await open()).backUp('/nowhere/copy.db')).rejects.toMatchObject({
      kind: 'backup',
      message: expect.stringContaining('pg_dump'),
    });
  });

  describe('that several processes share', () => {
    it('is nobody’s alone meanwhile, and the lanes of a process that is gone are free at once', async () => {
      const first = await openStore(url, { clock, holder: 'first' });
      const second = await openStore(url, { clock, holder: 'second' });
      opened.push(second);
      expect(await open({ exclusive: true }).catch((error: unknown) => error)).toMatchObject({
        kind: 'locked',
      });
      await first.leases.take('lane', 'first', 60_000);
      expect(await second.leases.take('lane', 'second', 60_000)).toBeNull();
      // As when it was killed: nothing is given back. The server notices in its own time that nobody is there any more.
      await first.close();
      await expect
        .poll(() => second.leases.take('lane', 'second', 60_000))
        .toMatchObject({ abandoned: true });
      await second.close();
      await (await open({ exclusive: true })).meta.set('k', 'v');
    });

    it('fault 100: waits for the disk again after what nobody waits for', async () => {
      const {
        write,
        writeUnsynced: lightly,
        close,
      } = postgresDatabase(url, {
        readOnly: false,
        exclusive: false,
        holder: null,
      });
      const waits = async (writer: Writer): Promise<unknown> =>
        (await sql<{ value: string }>`select current_setting('synchronous_commit') as value`.execute(writer))
          .rows[0]?.value;
      expect([await lightly(waits), await write(waits)]).toEqual(['off', 'on']);
      await expect(lightly(() => Promise.reject(new Error('in vain')))).rejects.toThrow('in vain');
      expect(await write(waits)).toBe('on');
      await close();
    });

    it('waits for nobody who stands still in the midst of a transaction: the server ends it', async () => {
      const still = postgresDatabase(url, { readOnly: false, exclusive: false, holder: 'still' });
      const setting = 'idle_in_transaction_session_timeout';
      const shown = await still.once((db) => sql`select current_setting(${setting}) as value`.execute(db));
      expect(shown.rows).toEqual([{ value: '1min' }]);
      const late = still.write(async (writer) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(writer);
        await sql`set local idle_in_transaction_session_timeout = 1`.execute(writer);
        const isThere = `select 1 from pg_stat_activity where pid = ${rows[0]?.pid}`;
        while ((await server.query(isThere)).length > 0);
        await sql`select 1`.execute(writer);
      });
      await expect(late).rejects.toMatchObject({ kind: 'unreachable' });
      // As who hears of it only with the answer to his next statement.
      const told = Object.assign(new pg.DatabaseError('terminating connection', 22, 'error'), {
        code: '25P03',
      });
      expect(explainPostgres(told, url)).toMatchObject({ kind: 'unreachable' });
      await still.close();
    });

    it('has one window for all: two processes never take more than there is', async () => {
      const stores = await Promise.all(['a', 'b'].map((holder) => openStore(url, { clock, holder })));
      opened.push(...stores);
      const asked = stores.flatMap((store) =>
        Array.from({ length: 10 }, () => store.spend.take('key', { limit: 7, ms: 60_000, now: () => now })),
      );
      expect((await Promise.all(asked)).filter((answer) => 'spent' in answer)).toHaveLength(7);
    });

    it('dates what it spends from when its turn has come', async () => {
      const other = postgresDatabase(url, { readOnly: false, exclusive: false, holder: null });
      const store = await open();
      let present = now;
      const { taken } = await other.writeAlone(
        async () => {
          const taken = store.spend.take('key', { limit: 1, ms: 60_000, now: () => present });
          while ((await server.query('select 1 from pg_locks where not granted')).length === 0);
          present += 50_000;
          return { taken };
        },
        { turn: 'key' },
      );
      await taken;
      expect(await store.spend.since('key', 0)).toMatchObject([{ at: now + 50_000 }]);
      await other.close();
    });
  });

  describe('that one process has for itself', () => {
    it('is refused to the next, and free when it closes', async () => {
      const first = await open({ exclusive: true });
      expect(await open({ exclusive: true }).catch((error: unknown) => error)).toMatchObject({
        kind: 'locked',
        message: expect.stringContaining('Another feedsync process'),
      });
      // What a person asks for is written beside it.
      await (await open()).meta.set('beside', '1');
      await first.close();
      await (await open({ exclusive: true })).meta.set('k', 'v');
    });

    it('is written by nobody who lost it: a late write is refused', async () => {
      const first = await open({ exclusive: true });
      await first.meta.set('k', 'first');
      await server.query(`select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and granted and objsubid = 2`);
      const second = await open({ exclusive: true });
      await second.meta.set('k', 'second');
      for (let tries = 0; tries < 3; tries++)
        await expect(first.meta.set('k', 'late')).rejects.toMatchObject({
          kind: expect.stringMatching(tries === 0 ? /locked|unreachable/ : /locked/),
        });
      expect(await second.meta.get('k')).toBe('second');
    });
  });

  describe('refuses, and leaves as it is', () => {
    const refusal = async (at: string, readOnly = false): Promise<{ kind: string; message: string }> => {
      const error: unknown = await openStore(at, { clock, readOnly }).catch((error: unknown) => error);
      expect(error).toMatchObject({ name: 'StoreError' });
      return error as { kind: string; message: string };
    };

    it('a store that is not there, to readers', async () => {
      const empty = await server.newStore();
      expect(await refusal(empty, true)).toMatchObject({ kind: 'missing' });
      expect(await server.query(`select to_regclass('schema_version') as there`, empty)).toEqual([
        { there: null },
      ]);
    });

    it('somebody else’s tables', async () => {
      const theirs = await server.newStore();
      await server.query('create table theirs (a integer)', theirs);
      expect(await refusal(theirs)).toMatchObject({ kind: 'not_a_store' });
      expect(await server.query(`select to_regclass('schema_version') as there`, theirs)).toEqual([
        { there: null },
      ]);
    });

    it('a newer schema', async () => {
      const newer = await server.newStore();
      await (await openStore(newer, { clock })).close();
      await server.query(`insert into schema_version values (999, 'from the future', 1)`, newer);
      for (const readOnly of [false, true])
        expect(await refusal(newer, readOnly)).toMatchObject({
          kind: 'newer_schema',
          message: expect.stringContaining('999'),
        });
    });

    it('a schema that is not there, or another encoding', async () => {
      expect(await refusal(url.replace(/search_path%3D\w+/, 'search_path%3Dnowhere'))).toMatchObject({
        kind: 'missing',
      });
      await server.query(`create database latin encoding 'LATIN1' template template0`);
      expect(
        await refusal(
          url.replace('/postgres?', '/latin?').replace(/search_path%3D\w+/, 'search_path%3Dpublic'),
        ),
      ).toMatchObject({
        kind: 'unsupported',
        message: expect.stringContaining('LATIN1'),
      });
    });

    it.each([
      ['a database that is not there', 'missing', (at: string) => at.replace('/postgres?', '/elsewhere?')],
      [
        'a user that is not there',
        'unreachable',
        (at: string) => at.replace('feedsync@', 'nobody:hunter22@'),
      ],
      ['a server that does not answer', 'unreachable', () => 'postgres://me:hunter22@127.0.0.1:1/feedsync'],
    ])('%s, and no sentence holds a password', async (_, kind, change) => {
      const error = await refusal(change(url));
      expect(error.kind).toBe(kind);
      expect(error.message).not.toContain('hunter22');
    });
  });
});
