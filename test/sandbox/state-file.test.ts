import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/platform/random.js';
import { openSqlite } from '../../src/platform/files/sqlite.js';
import type { Transport } from '../../src/platform/http/transport.js';
import {
  createSandbox,
  openStateFile,
  type SandboxOptions,
  type StateFile,
} from '../../src/sandbox/sandbox.js';
import { createBench, sale, type Bench } from './partner.js';

let folder: string;
let file: string;
let open: StateFile;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feedsync-state-'));
  file = join(folder, 'state.db');
  open = openStateFile(file);
});
afterEach(async () => {
  open.close();
  await rm(folder, { recursive: true, force: true });
});

/** Another process on the same file; the one before is forgotten without a word. */
function restart(bench: Bench, options: Partial<SandboxOptions> = {}): void {
  open.close();
  open = openStateFile(file);
  const { clock } = bench;
  bench.sandbox = createSandbox({ clock, random: seededRandom(9), ...options, stateFile: open });
  bench.partner.portal = bench.sandbox;
}

describe('a sandbox with a state file', () => {
  it.each([1, 2, 3])('is the same after a restart, whatever happened: %i', async (seed) => {
    const bench = await createBench({ stateFile: open });
    await live(bench, seed);
    bench.sandbox.save();
    const before = await toldBy(bench);
    const rows = [...open.rows];
    restart(bench);
    expect(await toldBy(bench)).toEqual(before);

    open.close();
    open = openStateFile(file);
    const kept = [...open.rows].filter(([path]) => !isSpent(path));
    restart(bench);
    bench.sandbox.save();
    open.close();
    open = openStateFile(file);
    expect(kept.length).toBeGreaterThan(rows.length);
    expect([...open.rows].filter(([path]) => !isSpent(path))).toEqual(kept);
  });

  it('goes on with nonces, budgets, idempotency, clocks and batches under way', async () => {
    const limits = { connection_items_per_hour: 3 };
    const bench = await createBench({ stateFile: open, batchDelayMs: 60_000, limits });
    const { partner, connection, clock } = bench;
    const path = `/connections/${connection}/batches`;
    const body = { listings: [sale(bench, 'A1'), sale(bench, 'A2')] };
    const key = { 'Idempotency-Key': 'before-the-restart' };
    const pushed = await partner.post(path, body, key);
    const signed = partner.sign('GET', '/ping', '');
    await partner.deliver('GET', '/ping', '', signed);

    restart(bench, { batchDelayMs: 60_000, limits });
    expect((await partner.deliver('GET', '/ping', '', signed)).body.error.code).toBe('nonce_replayed');
    expect((await partner.post(path, body, key)).body.error.code).toBe('idempotency_in_progress');
    expect((await partner.post(path, body)).body.error.code).toBe('connection_item_limit');
    clock.advance(61_000);
    const { body: done } = await partner.get(`/batches/${pushed.body.batch.id}`);
    expect(done.batch).toMatchObject({ status: 'completed', counts: { accepted: 2 } });
    expect(bench.sandbox.staff.listings(connection)).toHaveLength(2);
    expect((await partner.post(path, body, key)).headers.get('idempotent-replayed')).toBe('true');
  });

  it('keeps a changed vocabulary and limits, and draws no seeded id twice', async () => {
    const bench = await createBench({ stateFile: open, random: seededRandom(9) });
    const { staff } = bench.sandbox;
    staff.setLimits({ max_batch_items: 7 });
    staff.setVocabulary((document) => ({ ...document, amenities: document.amenities.slice(1) }));
    const { body: before } = await bench.partner.get('/vocabularies');
    restart(bench);
    expect((await bench.partner.get('/vocabularies')).body).toEqual(before);
    expect((await bench.partner.get('/ping')).body).toMatchObject({ limits: { max_batch_items: 7 } });
    expect(bench.sandbox.staff.addConnection()).not.toBe(bench.connection);
  });

  it('keeps coverage, fault rules and the newest lines of the request log', async () => {
    const bench = await createBench({ stateFile: open });
    const { partner, sandbox } = bench;
    sandbox.faults.add({ operation: 'ping', times: 3, does: { kind: 'status', status: 503 } });
    sandbox.webhooks.faults.add({ events: ['listing.live'], does: { kind: 'late', ms: 1000 } });
    expect((await partner.get('/ping')).status).toBe(503);
    for (let at = 0; at < 510; at++) await partner.get('/places?q=x');
    const { staff } = sandbox;
    const log = staff.requestLog();
    expect(log.length).toBeGreaterThan(510);
    const app = log[0]?.appId ?? '';
    const coverage = async (): Promise<unknown> =>
      (await bench.sandbox.fetch(new Request(`http://localhost/_sandbox/apps/${app}/coverage`))).json();
    const before = await coverage();

    restart(bench);
    expect(await coverage()).toEqual(before);
    expect(bench.sandbox.staff.requestLog()).toEqual(log.slice(-500));
    expect(bench.sandbox.faults.waiting()).toMatchObject([{ left: 2, fault: { operation: 'ping' } }]);
    expect(bench.sandbox.webhooks.faults.waiting()).toMatchObject([
      { left: 1, fault: { does: { ms: 1000 } } },
    ]);
    expect((await partner.get('/ping')).status).toBe(503);
    bench.sandbox.reset();
    bench.sandbox.save();
    restart(bench);
    expect([bench.sandbox.faults.waiting(), bench.sandbox.staff.requestLog()]).toEqual([[], []]);
  });

  it('writes what happens as time passes at once, without a request', async () => {
    const bench = await createBench({ stateFile: open, outcomeDelayMs: 60_000, batchDelayMs: 60_000 });
    const { partner, connection, clock, sandbox } = bench;
    const { connectionId, code } = sandbox.staff.issueCode();
    await partner.put(`/connections/${connection}/listings/A1`, sale(bench, 'A1'));
    const writes: number[] = [];
    const real = { ...open };
    open.write = (rows) => {
      writes.push(clock.now());
      real.write(rows);
    };
    await sandbox.time.tick();
    expect(writes).toEqual([]);
    clock.advance(61_000);
    await sandbox.time.tick();
    expect(writes).toHaveLength(1);
    clock.advance(7 * 24 * 3_600_000);
    await sandbox.time.tick();
    expect(writes).toHaveLength(2);
    const renewed = sandbox.staff.connection(connectionId).code;
    expect(renewed).not.toBe(code);

    restart(bench, { outcomeDelayMs: 60_000 });
    clock.advance(-7 * 24 * 3_600_000);
    const { staff } = bench.sandbox;
    expect(staff.listings(connection)).toMatchObject([{ externalId: 'A1', status: 'live' }]);
    expect(staff.connection(connectionId).code).toBe(renewed);
  });

  it('sends a webhook again whose reply it did not see before it ended', async () => {
    const sent: string[] = [];
    const transport: Transport = {
      send(request) {
        sent.push(Buffer.from(request.body ?? '').toString());
        return new Promise(() => undefined);
      },
    };
    const bench = await createBench({ stateFile: open, transport });
    bench.sandbox.webhooks.addEndpoint({ url: 'http://127.0.0.1:9/hook', events: ['listing.live'] });
    await bench.partner.put(`/connections/${bench.connection}/listings/A1`, sale(bench, 'A1'));
    void bench.sandbox.time.tick();
    await bench.partner.get('/ping');
    expect(sent).toHaveLength(1);
    restart(bench, { transport });
    void bench.sandbox.time.tick();
    await bench.partner.get('/ping');
    expect(sent).toHaveLength(2);
    expect(sent[1]).toBe(sent[0]);
  });

  it('refuses a state that was made with other keys', async () => {
    const bench = await createBench({ stateFile: open });
    await bench.partner.get('/ping');
    expect(() => restart(bench, { shuffleKeys: true })).toThrow(
      'The state was made without --shuffle-keys, and its listings name those keys. Start it without that option',
    );
  });
});

describe('a state file', () => {
  it('is used by one sandbox at a time', () => {
    expect(() => openStateFile(file)).toThrow(`${file} is in use by another sandbox.`);
  });

  it('is refused where it is newer, of another program, or nothing of the kind', async () => {
    const [newer, foreign, text] = ['newer', 'foreign', 'text'].map((name) => join(folder, name));
    openStateFile(newer!).close();
    const changed = openSqlite(newer!);
    changed.pragma('user_version = 99');
    changed.close();
    const other = openSqlite(foreign!);
    other.exec('CREATE TABLE theirs (id INTEGER)');
    other.close();
    await writeFile(text!, 'Dear diary, '.repeat(100));
    expect(() => openStateFile(newer!)).toThrow('was written by a newer feedsync (version 99 of the file');
    expect(() => openStateFile(foreign!)).toThrow('is a database of another program, and was left as it is');
    expect(() => openStateFile(text!)).toThrow('is not a state file of the sandbox, and was left as it is');
    expect(() => openStateFile(join(folder, 'no/such'))).toThrow('cannot be opened');
  });
});

/** Requests spend rate, nonces and chance by themselves, and leave a line. */
function isSpent(path: string): boolean {
  return /^(keys|newestRequests|met)\//.test(path) || path === '#position';
}

/** All that partner and staff can see. */
async function toldBy({ partner, sandbox }: Bench): Promise<unknown> {
  const { body } = await partner.get('/connections');
  const each = body.connections.map(async ({ id }) => [
    (await partner.get(`/connections/${id}/listings`)).body.listings,
    sandbox.staff.listings(id),
    sandbox.staff.ledger(id),
    sandbox.staff.connection(id),
  ]);
  return [body.connections, await Promise.all(each)];
}

/** Eighty random things of partner and staff; refusals among them are fine. */
async function live(bench: Bench, seed: number): Promise<void> {
  const random = seededRandom(seed);
  const { partner, sandbox, clock } = bench;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random.fraction() * list.length)]!;
  const connections = [bench.connection, sandbox.staff.addConnection({ status: 'certifying' })];
  const id = (): string => `L${Math.floor(random.fraction() * 12)}`;
  const listing = (): object =>
    sale(bench, id(), {
      price: { amount: 1 + Math.floor(random.fraction() * 5), currency: pick(['EUR', 'USD']) },
    });
  const things: (() => unknown)[] = [
    () => partner.put(`/connections/${pick(connections)}/listings/L1`, { ...listing(), external_id: 'L1' }),
    () =>
      partner.post(
        `/connections/${pick(connections)}/batches`,
        { listings: [listing(), listing()] },
        { 'Idempotency-Key': `key-${pick(['one', 'two', 'three'])}` },
      ),
    () => partner.post(`/connections/${pick(connections)}/listings/${id()}/remove`, { reason: 'sold' }),
    () => partner.post(`/connections/${pick(connections)}/reconcile`, { external_ids: [id(), id()] }),
    () => connections.push(sandbox.staff.addConnection({ agency: { name: `Agency ${seed}` } })),
    () => sandbox.staff.setAgency(pick(connections), { listing_limit: pick([null, 3]), members: ['a@b.rs'] }),
    () => sandbox.staff.pause(pick(connections), 'holiday'),
    () => sandbox.staff.resume(pick(connections)),
    () => sandbox.staff.certify(pick(connections)),
    () => sandbox.staff.issueCode(),
    () => clock.advance(Math.floor(random.fraction() * 600_000)),
  ];
  for (let step = 0; step < 80; step++) {
    try {
      await pick(things)();
    } catch (error) {
      if (!(error instanceof Error && error.name === 'Refusal')) throw error;
    }
  }
}
