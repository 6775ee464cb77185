import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serbianBands } from '../../src/core/content/guard/bands.js';
import { guardContent } from '../../src/core/content/guard/guard-content.js';
import type { Payload } from '../../src/core/content/guard/payload-values.js';
import { valueDoubts, type ContentProfile } from '../../src/core/content/guard/value-doubts.js';
import { parseRecord } from '../../src/feed/parse-record.js';
import { writeKyeroFeed } from '../bench/kyero-feed.js';
import { loadShipped, recordsOf } from '../bench/map-records.js';
import { sandboxReference } from '../mapping/sandbox-reference.js';
import { rsdPerEur } from './market.js';

const records = 2_000;
/** The fastest of so many rounds counts. Parsing, mapping and judging take turns in each. */
const rounds = 9;
const profile: ContentProfile = {
  bands: serbianBands,
  kinds: new Map([
    ['apartment', 'flat'],
    ['house', 'house'],
    ['land', 'land'],
  ] as const),
  rsdPerEur,
};

/** Measures what the guard costs beside parsing and mapping, in CPU time: a busy machine changes it little. */
export async function measureGuardCost(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'feedsync-guard-cost-'));
  try {
    const path = join(folder, 'kyero.xml');
    await writeKyeroFeed(path, { records, exportedAt: '2026-03-01 08:00:00', changedEvery: 0, raise: 0 });
    const raw: Buffer[] = [];
    for await (const record of recordsOf(path, 'property')) raw.push(Buffer.from(record));
    return report(fastest(raw));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Costs {
  parse: number;
  map: number;
  /** Value rules of every new or changed record. */
  values: number;
  /** The whole guard of a record whose listing is live with another price. */
  changed: number;
}

function fastest(raw: readonly Buffer[]): Costs {
  const least: Costs = { parse: Infinity, map: Infinity, values: Infinity, changed: Infinity };
  for (let round = 0; round < rounds; round++) {
    const costs = once(raw);
    for (const part of Object.keys(least) as (keyof Costs)[])
      least[part] = Math.min(least[part], costs[part]);
  }
  return least;
}

/** @returns CPU microseconds for each record */
function once(raw: readonly Buffer[]): Costs {
  const mapping = loadShipped('kyero-v3');
  const { reference } = sandboxReference();
  const [parse, parsed] = spent(raw, (record) => {
    const result = parseRecord(record, { header: {}, ancestors: [] });
    if (!result.ok) throw new Error(result.reason);
    return result.record;
  });
  const [map, payloads] = spent(parsed, (record): Payload => {
    const mapped = mapping.map(record, { reference, photoMax: 64 });
    const payload = mapped.listings[0]?.payload;
    if (!payload) throw new Error(`a record became ${mapped.kind}`);
    return payload;
  });
  const [values] = spent(payloads, (payload) => valueDoubts(payload, profile));
  const [changed] = spent(payloads, (mapped) => judge(mapped));
  return { parse, map, values, changed };
}

function judge(mapped: Payload): unknown {
  const cleared = { ...mapped, price: { amount: 61_500, currency: 'EUR' } };
  return guardContent({
    ...{ mapped, cleared, unknownState: null, commonFactor: null, rsdPerEur, now: 0 },
    ...{ history: [], confirmations: [] },
    valueDoubts: valueDoubts(mapped, profile),
  });
}

function spent<Given, Made>(given: readonly Given[], work: (one: Given) => Made): [number, Made[]] {
  const before = process.cpuUsage();
  const made = given.map(work);
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / given.length, made];
}

function report({ parse, map, values, changed }: Costs): string {
  const share = (part: number): string => `${((part / map) * 100).toFixed(1)} %`;
  return [
    `CPU time for a record of Kyero XML, the fastest of ${rounds} rounds of ${records}: parsing ${parse.toFixed(0)} µs, mapping ${map.toFixed(0)} µs.`,
    `The guard’s value rules take ${values.toFixed(2)} µs (${share(values)} of mapping),`,
    `the whole guard of a live listing with another price ${changed.toFixed(2)} µs (${share(changed)}).`,
  ].join(' ');
}
