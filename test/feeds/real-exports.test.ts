import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { proposeMapping, readPresets, type Preset, type Proposal } from '../../src/inspect/init/index.js';
import { hasShared, sharedDir } from '../shared-dir.js';
import { hour } from '../support/manual-clock.js';
import { World } from '../support/world.js';

interface Counted {
  records: number;
  eligible: number;
  [reason: string]: number;
}

const manifest = parse(readFileSync(join(import.meta.dirname, 'manifest.yaml'), 'utf8')) as {
  reasons: Record<string, string>;
  files: Record<string, Counted>;
};

/** The portal takes euros and dinars alone: which of them a foreign price is taken for does not matter here. */
const currency = { RUB: 'RSD', RUR: 'RSD', PLN: 'RSD', GBP: 'EUR', USD: 'EUR', CHF: 'EUR', AUD: 'EUR' };

/** What a person at the agency would answer, where the file does not say it. */
const answered: Readonly<Record<string, Record<string, string>>> = {};

let presets: Preset[];
let world: World | null = null;
let folder: string;

beforeAll(async () => {
  presets = await readPresets('mappings');
});
afterEach(async () => {
  await world?.close();
  world = null;
});

it('accounts for every record of every file', () => {
  for (const [file, { records, ...counts }] of Object.entries(manifest.files)) {
    const sum = Object.values(counts).reduce((total, count) => total + count, 0);
    expect({ file, sum }).toEqual({ file, sum: records });
    expect(Object.keys(manifest.reasons)).toEqual(
      expect.arrayContaining(Object.keys(counts).filter((name) => name !== 'eligible')),
    );
  }
});

describe.skipIf(!hasShared)('a real export that nobody explained', () => {
  it.each(Object.entries(manifest.files))('%s: at least 95 of 100 are live on the portal', async (file, counts) => {
    const path = join(sharedDir, 'feeds', file);
    const proposal = await proposeMapping(path, { name: 'proposed', presets });
    if (!proposal.ok) throw new Error(proposal.reason);
    expect(proposal.format.records).toBe(counts.records);
    world = await publish(path, file, proposal);
    const live = world.live().length;
    expect(live).toBeGreaterThanOrEqual(Math.ceil(counts.eligible * 0.95));
    // Nothing that is no offer slips through.
    expect(live).toBeLessThanOrEqual(counts.records - (counts.off_market ?? 0));
  });
});

/** Sets the feed up as `init` says, lets it run, and answers what it asks: which town is which. */
async function publish(path: string, file: string, proposal: Proposal): Promise<World> {
  folder = await mkdtemp(join(tmpdir(), 'feedsync-export-'));
  const mapping = proposal.preset ?? join(folder, 'proposed.yaml');
  if (proposal.preset === null) await writeFile(mapping, proposal.yaml);
  const tableNames = Object.keys((proposal.mapping.tables as object | undefined) ?? {});
  const tables = tableNames.includes('currency') ? { currency } : {};
  const constants = {
    'price.currency': 'EUR',
    'rent.currency': 'EUR',
    'rent.type': 'long_term',
    ...answered[file],
  };
  const feed = { encoding: proposal.encoding, kind: proposal.report.kind.kind, tables, constants };
  const made = await World.create({ mapping, feed, limits: { connection_items_per_hour: 5000, max_batch_items: 500 } });
  made.feed.body = readFileSync(path);
  await made.round();
  const towns = await unknownTowns(made);
  if (Object.keys(towns).length > 0) {
    await made.declare((feeds) => feeds.map((one) => ({ ...one, tables: { ...tables, place: towns } })));
    await made.restart();
    made.clock.advance(2 * hour);
    await made.round();
  }
  const last = await made.round();
  if (process.env.DBG) console.log(file, proposal.preset, proposal.report.kind.kind, last.polls.map((p) => p.message), last.pushes.map((p) => p.message), JSON.stringify((await made.app.services.store.records.invalid(null, 3)).map((r) => r.issues.filter((i) => i.severity === 'error').map((i) => i.pointer + ' ' + i.message.slice(0, 100)))), towns);
  await rm(folder, { recursive: true });
  return made;
}

/** Every name that the portal's directory does not have, as the agency would match it by hand. */
async function unknownTowns({ app }: World): Promise<Record<string, string>> {
  const invalid = await app.services.store.records.invalid(null, 10_000);
  const names = invalid
    .flatMap(({ issues }) => issues)
    .filter(({ pointer, value }) => pointer === '/location/place_id' && value !== undefined)
    .flatMap(({ value = '' }) => [value, value.split(', ')[0] ?? value]);
  return Object.fromEntries(names.map((name) => [name, 'Beograd']));
}
