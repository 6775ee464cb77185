import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { findContacts, stripContacts } from '../../src/core/content/find-contacts.js';
import { repairDoubleUtf8 } from '../../src/mapping/values/double-utf8.js';
import { compilePattern, PatternError } from '../../src/mapping/language/patterns.js';

describe('contacts', () => {
  it.each([
    ['Pozovite +381 64 123-4567 za razgledanje.', 'Pozovite  za razgledanje.'],
    ['Tel: 021/456-789', ''],
    ['Kontakt telefon 064 1234567, Ana', 'Kontakt , Ana'],
    ['Call 888-659-9596 now', 'Call  now'],
    ['Звоните 8 (495) 123-45-67', 'Звоните '],
    ['Pišite na ana.maric@agencija.rs', 'Pišite na '],
    ['Vidi https://agencija.rs/oglas?id=7 i www.agencija.rs.', 'Vidi  i '],
  ])('%j becomes %j', (text, bare) => {
    expect(stripContacts(text)).toBe(bare);
  });

  it.each([
    'Cena 120.000 EUR, 1.250.000 RSD, 2 500 000 din',
    'Površina 0,5 ha, parcela 1200 m2, sagrađena 1998-2004',
    'Šifra 211001731, sprat 3/5, soba 2.5, linija 27 i 95',
    'Useljivo od 01.09.2026. do 31.12.2027.',
    'Koordinate 45.267136, 19.833549',
  ])('%j has none', (text) => {
    expect(findContacts(text)).toEqual([]);
    expect(stripContacts(text)).toBe(text);
  });

  it('leave any text in good time', () => {
    for (const piece of ['0 ', '+', 'a@', 'www.', '1-', 'tel ', '('])
      expect(stripContacts(piece.repeat(50_000)).length).toBeLessThanOrEqual(piece.length * 50_000);
  });
});

/** The letter in windows-1252; the five codes that it lacks stay. */
function windows1252(code: string): string {
  const letter = iconv.decode(Buffer.from([code.charCodeAt(0)]), 'windows-1252');
  return letter === '\ufffd' ? code : letter;
}

describe('text that was encoded twice', () => {
  const misreadings: [string, (bytes: Buffer) => string][] = [
    ['windows-1252', (bytes) => bytes.toString('latin1').replace(/[\u0080-\u009f]/g, windows1252)],
    ['ISO 8859-1', (bytes) => bytes.toString('latin1')],
  ];
  const texts = ['Šećer, čaj i đumbir', 'Schöne Wohnung in Grünau', 'Квартира', '52 m² — 90 €', '\ufeffA 😀'];

  it.each(misreadings)('as if it were %s becomes what it was', (_, misread) => {
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'grapheme' })), (text) => {
        expect(repairDoubleUtf8(misread(Buffer.from(text)))).toBe(text);
      }),
    );
  });

  it.each(texts)('%s stays', (text) => {
    expect(repairDoubleUtf8(text)).toBe(text);
  });
});

describe('patterns', () => {
  it('run in linear time', () => {
    const started = process.cpuUsage();
    expect(compilePattern('^(a+)+$').test(`${'a'.repeat(5000)}!`)).toBe(false);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(1500);
  });

  it.each(['(', 'a{1001}', '(?=a)', '(a{500}){500}'])('%s is refused with a sentence', (text) => {
    expect(() => compilePattern(text)).toThrow(PatternError);
  });
});
