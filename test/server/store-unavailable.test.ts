import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { StoreError, type StoreErrorKind } from '../../src/store/database/errors.js';
import { run } from '../cli/command-line.js';
import { ApiWorld, type Caller } from './api-world.js';

let api: ApiWorld;
let agency: Caller;

beforeAll(async () => {
  api = await ApiWorld.create();
  agency = await api.signedIn('b@agency.example', 'agency', [api.b]);
});
afterAll(() => api.close());

it.each<[StoreErrorKind, string]>([
  ['disk', 'the disk of its store is full or failing'],
  ['read_only', 'its store cannot be written'],
  ['busy', 'its store is being written by another process'],
  ['unreachable', 'the database of its store does not answer'],
])('a request that the store refuses (%s) says why, and shows no path', async (kind, why) => {
  const fails = vi
    .spyOn(api.world.app.services.store.feedChanges, 'add')
    .mockRejectedValue(new StoreError(kind, 'The store /secret/feedsync.db …'));
  try {
    const reply = await agency.ask('PUT', '/feeds/agency-b/mapping', {
      body: { tables: { heating: { nešto: null } } },
    });
    expect(reply.status).toBe(503);
    const { error } = JSON.parse(reply.text) as { error: { code: string; message: string } };
    expect(error.code).toBe('unavailable');
    expect(error.message).toContain(`feedsync cannot do this now, since ${why}. Nothing was changed`);
    expect(reply.text).not.toContain('/secret');
    const { out } = await run(api.world, 'logs', '--level', 'error');
    expect(out).toContain('request failed');
    expect(out).toContain('/secret/feedsync.db');
  } finally {
    fails.mockRestore();
  }
});
