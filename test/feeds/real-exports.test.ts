import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readPresets } from '../../src/effective/mapping-files.js';
import { proposeMapping, type Preset, type Proposal } from '../../src/inspect/init/index.js';
import { executeDecision } from '../../src/sync/decisions/execute-decision.js';
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

/** What the portal shows, or keeps until its staff or the agency lets it: under offer is not sold. */
const accepted: readonly string[] = ['live', 'inactive', 'needs_review'];

/** The portal takes euros and dinars alone: which of them a foreign price is taken for does not matter here. */
const currency = { RUB: 'RSD', RUR: 'RSD', PLN: 'RSD', GBP: 'EUR', USD: 'EUR', CHF: 'EUR', AUD: 'EUR' };

/** What a person at the agency answers, where the file does not say it. */
const constants = { 'price.currency': 'EUR', 'rent.currency': 'EUR', 'rent.type': 'long_term' };

/** The same, where no column says it: all of these files are of homes for sale. */
const answers: Readonly<Record<string, string>> = {
  transaction: 'sale',
  category: 'Stan',
  'location.place_id': 'Beograd',
};

let presets: Preset[];
let folder: string | null = null;
let world: World | null = null;

beforeAll(async () => {
  presets = await readPresets('mappings');
});
afterEach(async () => {
  await world?.close();
  if (folder !== null) await rm(folder, { recursive: true });
  world = folder = null;
});

it('accounts for every record of every file', () => {
  for (const [file, { records, ...counts }] of Object.entries(manifest.files)) {
    const sum = Object.values(counts).reduce((total, count) => total + count, 0);
    expect({ file, sum }).toEqual({ file, sum: records });
    expect(['eligible', ...Object.keys(manifest.reasons)]).toEqual(
      expect.arrayContaining(Object.keys(counts)),
    );
  }
});

describe.skipIf(!hasShared)('a real export that nobody explained', () => {
  it.each(Object.entries(manifest.files))('%s: the portal takes at least 95 of 100', async (file, counts) => {
    const path = join(sharedDir, 'feeds', file);
    const proposal = await proposeMapping(path, { name: 'proposed', presets });
    if (!proposal.ok) throw new Error(proposal.reason);
    expect(proposal.format.records).toBe(counts.records);
    const { sandbox, connectionId } = await publish(readFileSync(path), proposal);
    const taken = sandbox.staff.listings(connectionId).filter(({ status }) => accepted.includes(status));
    expect(taken.length).toBeGreaterThanOrEqual(Math.ceil(counts.eligible * 0.95));
    // Nothing that is no offer any more is shown.
    const shown = taken.filter(({ status }) => status === 'live');
    expect(shown.length).toBeLessThanOrEqual(counts.records - (counts.off_market ?? 0));
  });
});

/** Sets a feed up as `init` says, lets it run, and answers what it asks then: which town is which. */
async function publish(body: Buffer, proposal: Proposal): Promise<World> {
  const { tables: own = {} } = proposal.mapping as { tables?: object };
  const tables = 'currency' in own ? { currency } : {};
  const { encoding, report } = proposal;
  const mapping = await mappingOf(proposal);
  const asked = report.readiness.questions.map((question) => question.field);
  const answered = Object.fromEntries(Object.entries(answers).filter(([field]) => asked.includes(field)));
  const feed = { encoding, kind: report.kind.kind, tables, constants: { ...constants, ...answered } };
  const limits = { connection_items_per_hour: 5000, max_batch_items: 500 };
  const made = (world = await World.create({ mapping, feed, limits }));
  made.feed.body = body;
  await made.round();
  const place = await unknownTowns(made);
  if (Object.keys(place).length > 0) {
    await made.declare((feeds) => feeds.map((one) => ({ ...one, tables: { ...tables, place } })));
    await made.restart();
    made.clock.advance(2 * hour);
    await made.round();
  }
  await confirmAll(made);
  await made.round();
  return made;
}

/** The agency confirms what waits: the test takes foreign prices for euros and dinars, so many look wrong. */
async function confirmAll({ app: { services } }: World): Promise<void> {
  const [feed] = await services.store.feeds.all();
  for (const rule of new Set((await services.store.content.doubts(feed?.id ?? 0)).map((doubt) => doubt.rule)))
    await executeDecision(
      { kind: 'confirm', payload: { of: 'rule', feed: feed?.name, rule, expect: null }, author: 'agency' },
      services,
    );
}

/** Name of the preset, or path of the mapping that `init` would write. */
async function mappingOf({ preset, yaml }: Proposal): Promise<string> {
  if (preset !== null) return preset;
  folder = await mkdtemp(join(tmpdir(), 'feedsync-export-'));
  const path = join(folder, 'proposed.yaml');
  await writeFile(path, yaml);
  return path;
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
