import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSnapshot } from '../../src/feed/read-snapshot.js';
import { hasShared, sharedDir } from '../shared-dir.js';
import { memorySpool } from './memory-spool.js';
import { propertyFormat, snapshotOf } from './snapshot-of.js';

const fingerprint = (context: string, encoding: string, raw: string): string =>
  createHash('sha256').update(`${context}\0${encoding}\0${raw}`).digest('hex').slice(0, 32);

describe('fingerprints', () => {
  it('are the hash of context and raw bytes, at any window size', async () => {
    const records = ['<property>š</property>', '<property/>', `<property>${'x'.repeat(100_000)}</property>`];
    for (const windowBytes of [1, 50, 1 << 20]) {
      const { fingerprints } = await snapshotOf(`<root>${records.join('')}</root>`, {
        contextOf: () => Buffer.from('context'),
        limits: { windowBytes, recordsPerBlock: 2 },
      });
      expect(fingerprints).toEqual(records.map((raw) => fingerprint('context', 'utf-8', raw)));
    }
  });

  it('follow the ancestors; each distinct surroundings is asked for once', async () => {
    const section = (kind: string, records: string): string => `<s k="${kind}">${records}</s>`;
    const a = section('a', '<property/><property/>');
    const document = `<root>${a}<x/>${section('b', '<property/>')}${section('a', '<property/>')}</root>`;
    const { fingerprints, surroundings } = await snapshotOf(document, {
      format: { records: ['root/s/property'] },
      contextOf: ({ ancestors }) => Buffer.from(ancestors[1]?.attributes.k ?? ''),
    });
    expect(surroundings.map(({ ancestors }) => ancestors[1]?.attributes)).toEqual([{ k: 'a' }, { k: 'b' }]);
    const [inA, inB] = ['a', 'b'].map((kind) => fingerprint(kind, 'utf-8', '<property/>'));
    expect(fingerprints).toEqual([inA, inA, inB, inA]);
  });

  it('stay apart where every record has ancestors of its own', async () => {
    const items = Array.from({ length: 500 }, (_, i) => `<i n="${i}"><property/></i>`).join('');
    const { fingerprints, parsed } = await snapshotOf(`<root>${items}</root>`, {
      format: { records: ['root/i/property'] },
      contextOf: ({ ancestors }) => Buffer.from(ancestors[1]?.attributes.n ?? ''),
      limits: { windowBytes: 100, recordsPerBlock: 3 },
    });
    expect(new Set(fingerprints).size).toBe(500);
    expect(
      parsed.every((result, i) => result.ok && result.record.ancestors[1]?.attributes.n === `${i}`),
    ).toBe(true);
  });
});

describe('surroundings', () => {
  it('are the root with its attributes, all that stands before the first record, and the enclosing elements', async () => {
    const document =
      '<?xml version="1.0"?><p:root xmlns:p="u" p:v="3"><h><t> 1 &amp; 2 </t></h><list a="&quot;"><!-- --><property/></list><h2/></p:root>';
    const { parsed } = await snapshotOf(document, { format: { records: ['root/list/property'] } });
    expect(parsed[0]).toMatchObject({
      ok: true,
      record: {
        name: 'property',
        value: {},
        header: { '@v': '3', h: { t: '1 & 2' }, list: { '@a': '"' } },
        ancestors: [
          { name: 'root', attributes: { v: '3' } },
          { name: 'list', attributes: { a: '"' } },
        ],
      },
    });
  });

  it('that cannot be parsed stop the reading', async () => {
    const { end } = await snapshotOf('<root><h a=1></h><property/></root>');
    expect(end.reason).toMatch(/before the first record is not well-formed/);
    const bad = Buffer.concat([
      Buffer.from('<root><h>'),
      Buffer.of(0xff),
      Buffer.from('</h><property/></root>'),
    ]);
    expect((await snapshotOf(bad)).end.completeness).toBe('incomplete');
  });
});

describe('completeness', () => {
  const counted = (attribute: string, format: string): ReturnType<typeof snapshotOf> =>
    snapshotOf(`<root ${attribute}><n>3</n><property/><property/></root>`, {
      format: { declaredCount: format },
    });

  it('needs the declared number of records', async () => {
    expect((await counted('total="2"', '@total')).end).toMatchObject({
      completeness: 'complete',
      recordCount: 2,
    });
    expect((await counted('total="3"', '@total')).end.reason).toMatch(/declares 3 records but holds 2/);
    expect((await counted('', 'n')).end.reason).toMatch(/declares 3 records but holds 2/);
    expect((await counted('total="many"', '@total')).end.reason).toMatch(/is no number/);
    expect((await counted('', '@total')).end.completeness).toBe('complete');
  });

  it('is not claimed before the end', async () => {
    const spool = memorySpool({ feed: Buffer.from('<root><property/></root>') });
    const options = { format: propertyFormat, encoding: 'auto' as const, lengthAnnounced: true };
    const reader = await openSnapshot(spool, 'feed', options, () => Buffer.alloc(0));
    expect(reader.end().completeness).toBe('incomplete');
    await reader.close();
  });

  it('is doubted where a broken record may have swallowed others', async () => {
    const swallowed =
      '<property><id>1</id><t><![CDATA[lost end</t></property><property><id>2</id><u><![CDATA[x]]></u></property>';
    const { end, parsed } = await snapshotOf(`<root>${swallowed}<property/></root>`);
    expect(parsed.map((result) => result.ok)).toEqual([false, true]);
    expect(end.reason).toMatch(/may hide others/);
    const harmless = await snapshotOf('<root><property><id>1</id><b></property><property/></root>');
    expect(harmless.end.completeness).toBe('complete');
  });
});

describe.skipIf(!hasShared)('real feeds', () => {
  it('reads the ESTATE Sistem and Kyero samples whole', async () => {
    const estate = readFileSync(join(sharedDir, 'feeds/estate-sistem/oglasi-25.xml'));
    const read = await snapshotOf(estate, { format: { root: 'OGLASI', records: ['OGLASI/oglas'] } });
    expect(read.end).toMatchObject({ completeness: 'complete', recordCount: 25, badRecords: 0 });
    expect(read.parsed.every((result) => result.ok)).toBe(true);
    for (const name of ['athena-advisers.xml', 'openestate-example.xml']) {
      const kyero = readFileSync(join(sharedDir, 'feeds/kyero', name));
      expect((await snapshotOf(kyero)).end.completeness, name).toBe('complete');
    }
  });

  it('fault 35: refuses every document of the XML attack collection', async () => {
    const folder = join(sharedDir, 'vectors/xml-attacks');
    const documents = readdirSync(folder)
      .filter((name) => name.endsWith('.xml'))
      .map((name) => readFileSync(join(folder, name)));
    const lists = ['xml-attacks.txt', 'XXE_Fuzzing.txt'].map((name) =>
      readFileSync(join(folder, name), 'utf8'),
    );
    const lines = lists.flatMap((list) => [list, ...list.split(/\n\s*\n/), ...list.split('\n')]);
    for (const document of [...documents, ...lines]) {
      const { end, parsed } = await snapshotOf(document, { format: { records: ['root/property'] } });
      expect(end.completeness).toBe('incomplete');
      expect(JSON.stringify(parsed)).not.toMatch(/root:x:0|lollol/);
    }
  });
});
