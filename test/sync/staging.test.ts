import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StageAnswer, StagedRecord } from '../../src/model/staged-record.js';
import type { CrashPoint } from '../../src/platform/crash-points.js';
import { createFileSpool } from '../../src/platform/files/file-spool.js';
import type { Spool } from '../../src/platform/files/spool.js';
import type { RecordPlace, Store } from '../../src/store/store.js';
import { IdTable, SpanIndex } from '../../src/sync/staging/packed-index.js';
import { Staging } from '../../src/sync/staging/staging.js';
import { staged } from '../store/builders.js';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'feedsync-staging-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const temporary = 'tmp';
const files = (): string[] =>
  readdirSync(folder).includes(temporary)
    ? readdirSync(join(folder, temporary)).map((name) => join(folder, temporary, name))
    : [];

/** A store that has these records, and listings of none. */
function storeOf(known: ReadonlyMap<string, RecordPlace> = new Map()): Pick<Store, 'records'> {
  const records = {
    discardStaged: () => Promise.resolve(),
    ordinalCount: () =>
      Promise.resolve(Math.max(-1, ...[...known.values()].map(({ ordinal }) => ordinal)) + 1),
    places: (_: number, ids: readonly string[]) =>
      Promise.resolve(new Map(ids.flatMap((id) => (known.has(id) ? [[id, known.get(id)!] as const] : [])))),
    withStored: (_: number, rows: readonly object[]) =>
      Promise.resolve(rows.map((row) => ({ ...row, stored: [], outbox: [] }))),
  };
  return { records: records as unknown as Store['records'] };
}

function stagingOf(
  of: { store?: Pick<Store, 'records'>; spool?: Spool; reach?: (point: CrashPoint) => void } = {},
): Staging {
  const { store = storeOf(), spool = createFileSpool(folder), reach = () => undefined } = of;
  return new Staging(1, { store, spool, crashPoints: { reach } });
}

/** A record with this id and content, whose fingerprint is that of the content. */
function record(id: string, mark = 0, bytes = 0): StagedRecord {
  return staged(id, { fingerprint: new Uint8Array(16).fill(mark), codes: [`${mark}`, 'x'.repeat(bytes)] });
}

/** What a Map would answer: the rules of staging without a file, a table or a look-up. */
class Model {
  readonly ordinals: Map<string, number>;
  readonly entries = new Map<number, { id: string; mark: number }>();
  #next: number;

  constructor(known: ReadonlyMap<string, RecordPlace>) {
    this.ordinals = new Map([...known].map(([id, { ordinal }]) => [id, ordinal]));
    this.#next = Math.max(-1, ...this.ordinals.values()) + 1;
  }

  stage(id: string, mark: number): Omit<StageAnswer, 'formerMark'> {
    const ordinal = this.#ordinal(id);
    const before = this.entries.get(ordinal);
    if (before !== undefined) return { ordinal, seenBefore: before.mark === mark ? 'same' : 'different' };
    this.entries.set(ordinal, { id, mark });
    return { ordinal, seenBefore: 'first' };
  }

  move(from: number, id: string, mark: number): Omit<StageAnswer, 'formerMark'> {
    const ordinal = this.#ordinal(id);
    const there = this.entries.get(ordinal);
    this.entries.delete(from);
    if (there !== undefined) return { ordinal, seenBefore: there.mark === mark ? 'same' : 'different' };
    this.entries.set(ordinal, { id, mark });
    return { ordinal, seenBefore: 'first' };
  }

  #ordinal(id: string): number {
    const ordinal = this.ordinals.get(id) ?? this.#next++;
    this.ordinals.set(id, ordinal);
    return ordinal;
  }
}

async function all(
  staging: Staging,
  limit: number,
): Promise<{ ordinal: number; id: string; mark: number }[]> {
  const found: { ordinal: number; id: string; mark: number }[] = [];
  for (let after = -1; ;) {
    const block = await staging.block(after, limit);
    for (const { ordinal, staged: outcome } of block) {
      expect(outcome.codes[0]).toBe(`${outcome.fingerprint[0]}`);
      found.push({ ordinal, id: outcome.sourceId, mark: outcome.fingerprint[0]! });
    }
    const last = block.at(-1);
    if (last === undefined) return found;
    after = last.ordinal;
  }
}

describe('staging', () => {
  it('answers as a map would, whatever is staged, moved and read in between', async () => {
    const id = fc.oneof(
      fc.constantFrom('a', 'b', 'c', 'known 1', 'known 2', '__proto__', ''),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    );
    const step = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          ids: fc.array(fc.tuple(id, fc.nat(2)), { maxLength: 12 }),
          bytes: fc.constantFrom(0, 0, 70_000),
        }),
      },
      { weight: 1, arbitrary: fc.record({ from: fc.nat(20), to: id, mark: fc.nat(2) }) },
      { weight: 1, arbitrary: fc.record({ limit: fc.integer({ min: 1, max: 7 }) }) },
    );
    const known = new Map([
      ['known 1', { ordinal: 3, formerMark: null }],
      ['known 2', { ordinal: 1_500, formerMark: 'remove sold' }],
    ]);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.boolean(), async (steps, isFirst) => {
        const stored = isFirst ? new Map<string, RecordPlace>() : known;
        const staging = stagingOf({ store: storeOf(stored) });
        const model = new Model(stored);
        await staging.begin();
        for (const one of steps)
          if ('ids' in one) {
            const answers = await staging.stage(one.ids.map(([of, mark]) => record(of, mark, one.bytes)));
            const expected = one.ids.map(([of, mark]) => ({
              ...model.stage(of, mark),
              formerMark: stored.get(of)?.formerMark ?? null,
            }));
            expect(answers).toEqual(expected);
          } else if ('limit' in one) {
            expect((await all(staging, one.limit)).length).toBe(model.entries.size);
          } else {
            const [from] = [...model.entries.keys()].slice(one.from % Math.max(1, model.entries.size));
            if (from === undefined || model.ordinals.get(one.to) === from) continue;
            const answer = await staging.move(from, record(one.to, one.mark));
            expect(answer).toMatchObject(model.move(from, one.to, one.mark));
          }
        const expected = [...model.entries].map(([ordinal, entry]) => ({ ordinal, ...entry }));
        expect(await all(staging, 3)).toEqual(expected.sort((a, b) => a.ordinal - b.ordinal));
        await staging.discard();
        expect(await staging.block(-1, 10)).toEqual([]);
        expect(files()).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('keeps a record’s own bytes and what stands around it, and says which records the store lacks', async () => {
    const staging = stagingOf({ store: storeOf(new Map([['known', { ordinal: 0, formerMark: null }]])) });
    await staging.begin();
    const raw = (text: string, surroundings: string, undecodable = false) => ({
      ...{ bytes: new TextEncoder().encode(text), undecodable, surroundings },
    });
    await staging.stage([
      { ...record('known'), raw: raw('<k/>', 'header') },
      { ...record('new'), raw: raw('', 'other', true) },
      { ...record('without'), raw: null },
    ]);
    const block = await staging.block(-1, 9);
    expect(block.map(({ isNew, raw: kept }) => [isNew, kept])).toEqual([
      [false, raw('<k/>', 'header')],
      [true, raw('', 'other', true)],
      [true, null],
    ]);
    expect((await staging.at(1))?.raw).toEqual(raw('', 'other', true));
    await staging.discard();
  });

  it('takes half of a character in an id as what can be written of it', async () => {
    const staging = stagingOf();
    await staging.begin();
    const answers = await staging.stage([record('a\ud800'), record('a\ud800'), record('a\ufffd')]);
    expect(answers.map(({ ordinal, seenBefore }) => [ordinal, seenBefore])).toEqual([
      [0, 'first'],
      [0, 'same'],
      [0, 'same'],
    ]);
    await staging.discard();
  });

  it('refuses to go on where a decision added a record since the reading began', async () => {
    const known = new Map([['a', { ordinal: 0, formerMark: null }]]);
    const staging = stagingOf({ store: storeOf(known) });
    await staging.begin();
    await staging.stage([record('new')]);
    known.set('late', { ordinal: 1, formerMark: null });
    await expect(staging.stage([record('late')])).rejects.toMatchObject({
      ...{ name: 'StoreError', kind: 'wrong_state' },
    });
    await staging.discard();
  });

  it('has a file that only its user may read, and none where nothing is staged', async () => {
    const reached: CrashPoint[] = [];
    const staging = stagingOf({ reach: (point) => void reached.push(point) });
    await staging.begin();
    expect(await staging.block(-1, 9)).toEqual([]);
    expect(files()).toEqual([]);
    await staging.stage([record('a')]);
    expect(files()).toEqual([]);
    await staging.block(-1, 9);
    const [file = '', ...others] = files();
    expect(others).toEqual([]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await staging.begin();
    expect(files()).toEqual([]);
    expect(reached).toEqual(['staging.sealed', 'staging.appended', 'staging.sealed']);
  });
});

describe('a staging file that is not what was written', () => {
  async function sealed(count = 400): Promise<{ staging: Staging; file: string }> {
    const staging = stagingOf();
    await staging.begin();
    for (let at = 0; at < count; at += 50)
      await staging.stage(Array.from({ length: 50 }, (_, index) => record(`s${at + index}`, 1, 2_000)));
    await staging.block(-1, 1);
    const [file = ''] = files();
    return { staging, file };
  }
  const damage = { name: 'StagingError', message: expect.stringContaining('is damaged') };

  it.each([1, 9, 500, 100_000])('is found where its last %i bytes are missing', async (missing) => {
    const { staging, file } = await sealed();
    truncateSync(file, statSync(file).size - missing);
    await expect(all(staging, 125)).rejects.toMatchObject(damage);
    await staging.begin();
    await staging.stage([record('s0', 2)]);
    expect(await all(staging, 9)).toEqual([{ ordinal: 0, id: 's0', mark: 2 }]);
    await staging.discard();
  });

  it('is found where one bit of any byte is another', async () => {
    const { staging, file } = await sealed(50);
    const bytes = readFileSync(file);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(7), async (at, bit) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ (1 << bit);
        writeFileSync(file, changed);
        await expect(all(staging, 125)).rejects.toMatchObject(damage);
      }),
      { numRuns: 60 },
    );
    writeFileSync(file, bytes);
    expect(await all(staging, 125)).toHaveLength(50);
    await staging.discard();
  });

  it('is found where it is shorter when it is sealed', async () => {
    const staging = stagingOf();
    await staging.begin();
    await staging.stage(Array.from({ length: 200 }, (_, index) => record(`s${index}`, 1, 2_000)));
    const [file = ''] = files();
    truncateSync(file, 10);
    await staging.stage([record('last')]);
    await expect(staging.block(-1, 1)).rejects.toMatchObject(damage);
    await staging.discard();
  });

  it('is a sentence about the disk where it cannot be written', async () => {
    const sound = createFileSpool(folder);
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'open' });
    const staging = stagingOf({ spool: { ...sound, create: () => Promise.reject(full) } });
    await staging.begin();
    await staging.stage([record('a')]);
    await expect(staging.block(-1, 9)).rejects.toMatchObject({
      ...{ name: 'StagingError', message: expect.stringContaining('(ENOSPC)') },
    });
    await staging.discard();
  });
});

describe('the index in memory', () => {
  it('finds each of 200,000 ids, and hardly any other, in less than 40 bytes each', () => {
    const count = 200_000;
    const table = new IdTable();
    const spans = new SpanIndex();
    for (let number = 0; number < count; number++) {
      table.add(`agencija-${number}`, number);
      spans.set(number, { offset: number * 3_000, bytes: 3_000 });
    }
    let others = 0;
    for (let number = 0; number < count; number++) {
      const candidates = [...table.candidates(`agencija-${number}`)];
      if (!candidates.includes(number)) expect.unreachable();
      others += candidates.length - 1;
      others += [...table.candidates(`druga-${number}`)].length;
    }
    expect(others).toBeLessThan(50);
    expect(spans.after(-1, count + 1)).toHaveLength(count);
    expect((table.bytes + spans.bytes) / count).toBeLessThanOrEqual(40);
  });

  it('takes ids with one hash apart', async () => {
    const table = new IdTable();
    const ids: string[] = [];
    let pair: [string, string] | null = null;
    for (let number = 0; pair === null; number++) {
      const id = `${number}`;
      const [other] = table.candidates(id);
      if (other !== undefined) pair = [ids[other] ?? '', id];
      table.add(id, number);
      ids.push(id);
    }
    const staging = stagingOf();
    await staging.begin();
    const answers = await staging.stage([...pair, ...pair].map((id) => record(id)));
    expect(answers.map(({ ordinal }) => ordinal)).toEqual([0, 1, 0, 1]);
    await staging.discard();
  });
});
