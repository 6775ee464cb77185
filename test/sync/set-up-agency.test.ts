import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PortalClient } from '../../src/portal/portal-client.js';
import { openStore } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/store.js';
import { connectAgency, sendAgency } from '../../src/sync/decisions/set-up-agency.js';
import type { Services } from '../../src/sync/services/services.js';
import { connectionSchema, type Connection } from '../../src/wire/replies.js';
import { portalConnection } from '../support/portal-connection.js';

const now = Date.parse('2026-01-15T09:00:00Z');
const clock = { now: () => now, elapsed: () => now, sleep: async () => undefined };
const code = 'AAAABBBBCCCCDDDD';
const by = { agency: 'novi', author: 'ana' };

function connection(id: number, redeemed_at: string, status = 'certifying'): Connection {
  return connectionSchema.parse({
    id: `6f0c1d2e-0000-4000-8000-00000000000${id}`,
    agency: { name: `Agencija ${id}`, listing_quota: { used: 0 }, photo_limit: 30 },
    ...{ status, redeemed_at, environment: 'sandbox', created_at: redeemed_at },
    counts: { live: 0, paused: 0, review: 0, failed: 0 },
  });
}

const ok = <T>(body: T) => ({ kind: 'ok' as const, status: 200, body, replayed: false, receivedAt: now });
const lost = { kind: 'unknown', reason: 'reset', status: null, retryAfterMs: null } as const;

let store: Store;
beforeEach(async () => {
  store = await openStore('sqlite::memory:', { clock });
  const agency = { name: 'novi', title: 'Novi', email: 'a@b.example', language: 'en', feed: {} } as const;
  await store.setups.add(agency, 'test', now);
});
afterEach(() => store.close());

function services(portal: Partial<PortalClient>): Services {
  const made = { store, clock, portal: { portalTime: () => now, ...portal } };
  const setups = { changed: () => undefined };
  return { ...made, setups, prepareFeeds: () => Promise.resolve(), spool: {} } as unknown as Services;
}

describe('a connect code whose reply was lost', () => {
  const redeem = () => Promise.resolve(lost);
  const after = '2026-01-15T09:00:01Z';
  const listing = (...connections: Connection[]): Services =>
    services({ redeem, listConnections: () => Promise.resolve(ok(connections)) });

  it('is found again by its connection, the only new one that nobody here knows', async () => {
    const work = listing(connection(1, '2026-01-14T09:00:00Z'), connection(2, after));
    expect(await connectAgency({ ...by, code }, work)).toMatchObject({ ok: true });
    expect((await store.setups.byName('novi'))?.connectionId).toBe(connection(2, after).id);
  });

  it('is nobody’s where two could be it, or none: the agency is told to try again', async () => {
    for (const work of [listing(), listing(connection(1, after), connection(2, after))]) {
      const said = await connectAgency({ ...by, code }, work);
      expect(said).toMatchObject({
        ok: false,
        why: { en: expect.stringContaining('Try again in a minute') },
      });
    }
    expect((await store.setups.byName('novi'))?.connectionId).toBeNull();
  });

  it('gives no agency the connection of another one', async () => {
    const other = { name: 'b', title: 'Stara', email: 'b@b.example', language: 'en', feed: {} } as const;
    await store.setups.add(other, 'test', now);
    await store.setups.connect('b', { id: connection(1, after).id, remote: portalConnection() }, 'test', now);
    const work = services({ redeem: () => Promise.resolve(ok(connection(1, after))) });
    const said = await connectAgency({ ...by, code }, work);
    expect(said).toMatchObject({ ok: false, why: { en: expect.stringContaining('Stara already has here') } });
  });
});

describe('sending', () => {
  const ready = async (): Promise<void> => {
    const result = {
      ...{ mapping: 'm', records: 1, listings: 1, ready: 1, leftOut: 0 },
      ...{ causes: [], cards: [], words: [], asked: {} },
    };
    const reading = { ok: true, readAt: now, result } as const;
    const { setups } = store;
    await setups.endReading('novi', now, { reading, keptFile: null });
    await setups.connect('novi', { id: connection(1, '').id, remote: portalConnection() }, 'ana', now);
    const said = { sentence: 'x', value: true, name: 'Ana', role: 'x', version: 1 } as const;
    await setups.confirm('novi', { kind: 'identity', language: 'en', ...said }, 'ana', now);
  };

  it('asks for another code where the connection ended meanwhile, and goes on where nobody can tell', async () => {
    await ready();
    const revoked = connection(1, '2026-01-15T09:00:00Z', 'revoked');
    const ended = await sendAgency(by, services({ getConnection: () => Promise.resolve(ok(revoked)) }));
    expect(ended).toMatchObject({ ok: false, why: { en: expect.stringContaining('new code') } });
    expect(await store.setups.byName('novi')).toMatchObject({ connectionId: null, sentAt: null });
    await ready();
    expect(await sendAgency(by, services({ getConnection: () => Promise.resolve(lost) }))).toMatchObject({
      ok: true,
    });
  });
});
