import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.js';
import { schemaOf } from '../store/old-stores.js';
import { ManualClock } from '../support/manual-clock.js';

it('DATA.md says of every table of the store what is in it, and of none that is not there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'feedsync-data-'));
  try {
    const path = join(folder, 'store.db');
    await (await openStore(`sqlite:${path}`, { clock: new ManualClock() })).close();
    const tables = schemaOf(path)
      .flatMap((sql) => /^create (?:virtual )?table ['"]?(\w+)/i.exec(sql)?.[1] ?? [])
      // The index of words is made of listings.
      .filter((name) => name !== 'schema_version' && !name.startsWith('listing_'));
    const page = await readFile('config/DATA.md', 'utf8');
    const named = page
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .flatMap((line) => line.split('|')[2] ?? [])
      .flatMap((where) => [...where.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name));
    expect(new Set(named)).toEqual(new Set(tables));
  } finally {
    await rm(folder, { recursive: true });
  }
});
