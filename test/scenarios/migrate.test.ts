import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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

  it('is refused where something is there already, or the daemon runs', async () => {
    await filled();
    const to = await server.newStore();
    expect((await world.start('migrate', '--to', to).ended).code).toBe(0);
    const twice = await world.start('migrate', '--to', to).ended;
    expect([twice.code, twice.err]).toEqual([1, expect.stringContaining('is in use')]);
    const elsewhere = await world.start('migrate', '--to', 'sqlite:./other.db').ended;
    expect([elsewhere.code, elsewhere.err]).toEqual([2, expect.stringContaining('postgres://')]);
    const daemon = world.start('run');
    await daemon.printed((out) => out.includes('feedsync keeps'));
    const beside = await world.start('migrate', '--to', await server.newStore()).ended;
    expect([beside.code, beside.err]).toEqual([1, expect.stringContaining('Stop it first')]);
    await daemon.stop();
  });
});
