import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import type { EncodingName } from '../../src/model/feed-format.js';
import { snapshotOf, type ReadSnapshot } from './snapshot-of.js';

const serbian = 'Odličan stan, četvrti sprat; kuća u Žitištu, Đakovačka, uknjižen, grejanje na čvrsta goriva';
const document = (label: string | null, texts: string[]): string =>
  `${label === null ? '' : `<?xml version="1.0" encoding="${label}"?>`}<root>` +
  `${texts.map((text) => `<property><t>${text}</t></property>`).join('')}</root>`;
const encoded = (encoding: string, label: string | null, ...texts: string[]): Buffer =>
  iconv.encode(document(label, texts), encoding);
const texts = (read: ReadSnapshot): unknown[] =>
  read.parsed.map((result) => (result.ok ? result.record.value.t : result.guess?.value.t));
const withBom = (bytes: Buffer, ...mark: number[]): Buffer => Buffer.concat([Buffer.from(mark), bytes]);

describe('fault 33: reads', () => {
  it.each<[string, Buffer, string]>([
    ['UTF-8', encoded('utf8', null, serbian), 'utf-8'],
    ['UTF-8 with a mark', withBom(encoded('utf8', 'utf-8', serbian), 0xef, 0xbb, 0xbf), 'utf-8'],
    ['UTF-8 that calls itself UTF-16', encoded('utf8', 'utf-16', serbian), 'utf-8'],
    [
      'UTF-8 with a mark and a wrong label',
      withBom(encoded('utf8', 'windows-1250', serbian), 0xef, 0xbb, 0xbf),
      'utf-8',
    ],
    ['UTF-16 LE', withBom(encoded('utf-16le', 'utf-16', serbian), 0xff, 0xfe), 'utf-16le'],
    ['UTF-16 BE', withBom(encoded('utf-16be', 'utf-16', serbian), 0xfe, 0xff), 'utf-16be'],
    ['windows-1250', encoded('windows-1250', 'Windows-1250', serbian), 'windows-1250'],
    ['ISO-8859-2', encoded('iso-8859-2', 'ISO-8859-2', serbian), 'iso-8859-2'],
  ])('%s', async (_name, bytes, encoding) => {
    const read = await snapshotOf(bytes);
    expect(read.end).toMatchObject({ completeness: 'complete', encoding, badRecords: 0 });
    expect(texts(read)).toEqual([serbian]);
  });

  it('Cyrillic and western text in theirs', async () => {
    const cyrillic = 'Трособан стан у центру, централно грејање, лифт';
    expect(texts(await snapshotOf(encoded('windows-1251', 'windows-1251', cyrillic)))).toEqual([cyrillic]);
    for (const western of [
      'Très bel appartement à rénover, près de la forêt',
      'Baño, jardín y piscina',
      'Größe, Küche und Bäder',
      'Smørrebrød på Ærø',
      'Skólavörðustígur, íbúð með svölum, æði',
    ])
      expect(texts(await snapshotOf(encoded('windows-1252', 'ISO-8859-1', western)))).toEqual([western]);
    for (const central of [
      'Zażółć gęślą jaźń, mieszkanie',
      'Příliš žluťoučký kůň, dům',
      'Árvíztűrő tükörfúrógép',
      'Vŕba a dĺžeň, byt',
    ])
      expect(texts(await snapshotOf(encoded('windows-1250', 'windows-1250', central)))).toEqual([central]);
  });

  it('as configured rather than as declared', async () => {
    const read = await snapshotOf(encoded('windows-1250', 'utf-8', serbian), { encoding: 'windows-1250' });
    expect(texts(read)).toEqual([serbian]);
  });

  it('surrogate pairs across chunks and emoji in UTF-16', async () => {
    const read = await snapshotOf(withBom(encoded('utf-16be', null, '😀'.repeat(100)), 0xfe, 0xff));
    expect(texts(read)).toEqual(['😀'.repeat(100)]);
  });
});

describe('fault 32: asks', () => {
  it.each<[string, Buffer, EncodingName, RegExp]>([
    [
      'UTF-8 under a single-byte label',
      encoded('utf8', 'windows-1250', serbian),
      'auto',
      /right only as utf-8/,
    ],
    [
      'UTF-8 configured as single-byte',
      encoded('utf8', null, serbian),
      'windows-1252',
      /right only as utf-8/,
    ],
    [
      '1250 read as 1252',
      encoded('windows-1250', 'iso-8859-1', serbian),
      'auto',
      /right only as windows-1250/,
    ],
    [
      '1250 read as 8859-2',
      encoded('windows-1250', 'iso-8859-2', serbian),
      'auto',
      /right only as windows-1250/,
    ],
    [
      '8859-2 read as 1250',
      encoded('iso-8859-2', 'windows-1250', serbian, serbian),
      'auto',
      /right only as iso-8859-2/,
    ],
    [
      '1251 read as 1250',
      encoded('windows-1251', 'windows-1250', 'Квартира у центру'),
      'auto',
      /right only as windows-1251/,
    ],
    [
      '1250 read as 1251',
      encoded('windows-1250', 'windows-1251', serbian),
      'auto',
      /right only as windows-1250/,
    ],
    [
      '1252 read as 1250',
      encoded('windows-1252', 'windows-1250', 'Baño pequeño, cabañas, piñón, montaña'),
      'auto',
      /right only as windows-1252/,
    ],
    ['UTF-16 without a mark', encoded('utf-16le', null, serbian), 'auto', /no byte order mark/],
    ['UTF-32', withBom(Buffer.alloc(8), 0xff, 0xfe, 0, 0), 'auto', /UTF-32/],
    ['an unknown label', encoded('utf8', 'EBCDIC-1', serbian), 'auto', /declares an encoding.*ebcdic-1/],
    [
      'no UTF-8 in most records',
      encoded('windows-1250', 'utf-8', serbian, serbian),
      'auto',
      /2 of 2 records hold bytes that are no utf-8/,
    ],
  ])('%s', async (_name, bytes, encoding, question) => {
    const { end } = await snapshotOf(bytes, { encoding });
    expect(end.completeness).toBe('incomplete');
    expect(end.reason).toMatch(question);
  });
});

describe('one bad sequence', () => {
  it('makes its record unreadable, not the feed; the damage is not shown as text', async () => {
    const good = '<property><id>1</id><t>š</t></property>';
    const bad = Buffer.concat([
      Buffer.from('<property><id>2</id><t>a'),
      Buffer.of(0xc5),
      Buffer.from('b</t></property>'),
    ]);
    const read = await snapshotOf(
      Buffer.concat([Buffer.from(`<root>${good}`), bad, Buffer.from(`${good}</root>`)]),
    );
    expect(read.end).toMatchObject({ completeness: 'complete', recordCount: 3, badRecords: 1 });
    expect(read.parsed.map((result) => result.ok)).toEqual([true, false, true]);
    expect(read.parsed[1]).toMatchObject({ guess: { value: { id: '2' } } });
    expect(JSON.stringify(read.parsed)).not.toContain('\uFFFD');
  });

  it('in a single-byte or UTF-16 file is found as well', async () => {
    const single = encoded('windows-1250', 'windows-1250', serbian, 'a#b', serbian);
    single[single.indexOf('#')] = 0x81;
    expect((await snapshotOf(single)).parsed.map((result) => result.ok)).toEqual([true, false, true]);
    const wide = encoded('utf-16le', null, serbian, 'a#b', serbian);
    wide.writeUInt16LE(0xd800, wide.indexOf('#'));
    const read = await snapshotOf(withBom(wide, 0xff, 0xfe));
    expect(read.parsed.map((result) => result.ok)).toEqual([true, false, true]);
  });

  it('is allowed in one record of a hundred', async () => {
    const many = Array.from({ length: 300 }, () => serbian);
    const bytes = (damaged: number): Buffer => {
      const file = encoded('utf8', null, ...many);
      for (let i = 0, at = -1; i < damaged; i++) {
        at = file.indexOf('stan', at + 1);
        file[at] = 0xff;
      }
      return file;
    };
    expect((await snapshotOf(bytes(3), { parse: false })).end.completeness).toBe('complete');
    expect((await snapshotOf(bytes(4), { parse: false })).end.completeness).toBe('incomplete');
  });
});
