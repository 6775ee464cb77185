import { link, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemSeams } from '../../src/assemble.js';
import { openStore } from '../../src/store/open-store.js';
import { startPostgres, type PostgresServer } from '../support/postgres.js';
import { ProcessWorld } from '../support/real-process.js';

let server: PostgresServer;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

let world: ProcessWorld;
afterEach(() => world.close());

/** Stores that were filled by what they are for. */
async function filled(): Promise<ProcessWorld> {
  world = await ProcessWorld.create();
  const first = await world.start('sync').ended;
  expect(first.code, first.err).toBe(0);
  return world;
}

describe('a store that moves to PostgreSQL', () => {
  it('goes on there as if nothing had happened: the next sync sends nothing', async () => {
    await filled();
    const to = await server.newStore();
    const moved = await world.start('migrate', '--to', to, '--json').ended;
    expect(moved.code, moved.err).toBe(0);
    expect(JSON.parse(moved.out)).toMatchObject({ tables: { listing: 3, feed: 1, connection: 1 } });
    await world.configure({ store: to });
    const [spent, live] = [world.spent(), world.live()];
    const next = await world.start('sync').ended;
    expect(next.code, next.err).toBe(0);
    expect([world.spent(), world.live()]).toEqual([spent, live]);
    // New rows get numbers of their own.
    expect((await world.start('put', await world.writeListing('by-hand-1')).ended).code).toBe(0);
  });

  it('goes on where it was interrupted, and tells when somebody worked on the file meanwhile', async () => {
    await filled();
    const to = await server.newStore();
    expect((await world.start('migrate', '--to', to).ended).code).toBe(0);
    // As a move that ended after its first tables leaves it.
    await server.query('delete from event', to);
    await server.query('create table feedsync_move (name text primary key, last_row bigint not null)', to);
    const done = await server.query(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
        and relname not in ('event', 'schema_version', 'feedsync_move')`,
      to,
    );
    const note = done.map(({ name }) => `('${String(name)}', 1000000)`).join(', ');
    await server.query(`insert into feedsync_move values ${note}`, to);
    const again = await world.start('migrate', '--to', to).ended;
    expect(again.code, again.err).toBe(0);
    await server.query('create table feedsync_move (name text primary key, last_row bigint not null)', to);
    await server.query(`insert into feedsync_move values ${note}, ('event', 1000000)`, to);
    await server.query(`update listing set portal = 'removed'`, to);
    const differs = await world.start('migrate', '--to', to).ended;
    expect([differs.code, differs.err]).toEqual([1, expect.stringContaining('The table listing differs')]);
  });

  it('that was killed after its commit is known by the next run, which compares the two and copies nothing', async () => {
    await filled();
    const to = await server.newStore();
    const { clock } = systemSeams();
    await (await openStore(to, { clock })).close();
    // Lets everything through but the last steps.
    const other = new pg.Client({ connectionString: to });
    await other.connect();
    await other.query('begin; lock table connection in share update exclusive mode');
    const moving = world.start('migrate', '--to', to);
    const marks = (): Promise<unknown[]> =>
      server.query(`select value from meta where key = 'store.moved'`, to);
    await vi.waitFor(async () => expect(await marks()).toHaveLength(1), { timeout: 30_000 });
    expect((await moving.kill()).code).toBeNull();
    await other.end();
    const again = await world.start('migrate', '--to', to).ended;
    expect([again.code, again.out], again.err).toEqual([
      0,
      expect.stringMatching(/was copied before.*`store:`/),
    ]);
    const [third, mark] = [await world.start('migrate', '--to', to, '--json').ended, await marks()];
    const { at } = JSON.parse((mark as { value: string }[])[0]?.value ?? '') as { at: number };
    expect(JSON.parse(third.out)).toMatchObject({
      moved_before: new Date(at).toISOString(),
      tables: { listing: 3 },
    });
    await world.configure({ store: to });
    const next = await world.start('sync').ended;
    expect([next.code, world.spent()], next.err).toEqual([0, 3]);
  });

  it('is refused while a daemon has it open by another name, a hard link', async () => {
    await filled();
    const daemon = world.start('run');
    await daemon.printed((out) => out.includes('feedsync keeps'));
    await mkdir(join(world.folder, 'linked'));
    await link(join(world.folder, 'store', 'feedsync.db'), join(world.folder, 'linked', 'feedsync.db'));
    await world.configure({ store: 'sqlite:./linked/feedsync.db' });
    const beside = await world.start('migrate', '--to', await server.newStore()).ended;
    expect([beside.code, beside.err]).toEqual([1, expect.stringContaining('under another name')]);
    expect(await readdir(join(world.folder, 'linked'))).not.toContain('feedsync.db-wal');
    await daemon.stop();
  });

  it('is refused where something is there already, or the daemon runs', async () => {
    await filled();
    const to = await server.newStore();
    expect((await world.start('migrate', '--to', to).ended).code).toBe(0);
    await server.query(`insert into meta (key, value) values ('worked', 'on')`, to);
    const changed = await world.start('migrate', '--to', to).ended;
    expect([changed.code, changed.err]).toEqual([1, expect.stringMatching(/is in use.*was worked on since/)]);
    await server.query(`delete from meta where key = 'worked'`, to);
    await world.configure({ store: 'sqlite:./store/other.db' });
    // A new store: what is on the portal is taken over first.
    expect((await world.start('sync').ended).code).toBe(3);
    const other = await world.start('migrate', '--to', to).ended;
    expect([other.code, other.err]).toEqual([1, expect.stringMatching(/is in use.*not this one/)]);
    await world.configure({ store: 'sqlite:./store/feedsync.db' });
    await server.query(`delete from meta where key = 'store.moved'`, to);
    const unmarked = await world.start('migrate', '--to', to).ended;
    expect([unmarked.code, unmarked.err]).toEqual([1, expect.stringContaining('is in use: its table')]);
    const elsewhere = await world.start('migrate', '--to', 'sqlite:./other.db').ended;
    expect([elsewhere.code, elsewhere.err]).toEqual([2, expect.stringContaining('postgres://')]);
    const daemon = world.start('run');
    await daemon.printed((out) => out.includes('feedsync keeps'));
    const beside = await world.start('migrate', '--to', await server.newStore()).ended;
    expect([beside.code, beside.err]).toEqual([1, expect.stringContaining('Stop it first')]);
    await daemon.stop();
  });
});
