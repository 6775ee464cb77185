import { describe, expect, it } from 'vitest';
import { proposeMapping } from '../../src/inspect/init/index.js';
import { recordsOf } from '../mapping/feed-file.js';
import { sandboxReference } from '../mapping/sandbox-reference.js';
import { mappingOf } from '../mapping/shipped-mapping.js';

const { reference } = sandboxReference();

describe('the date of a change', () => {
  const zone = (iso: string): string => new Date(`${iso}+02:00`).toISOString();
  const at = zone('2026-08-21T10:15:30');
  const minute = zone('2026-08-21T10:15:00');
  const day = zone('2026-08-21T00:00:00');

  it.each([
    ['of .NET', '/Date(1787300130000)/', at],
    ['of .NET with an offset', '/Date(1787300130000+0200)/', at],
    ['of a data packet', '20260821T10:15:30000', at],
    ['with the year first', '2026.08.21.', day],
    ['with blanks and the year first', '2026. 08. 21. 10:15', minute],
    ['with a time behind three points', '21.8.2026. 10:15', minute],
    ['with blanks', '21. 8. 2026', day],
    ['with dashes', '21-08-2026 10:15:30', at],
    ['in seconds', '1787300130', at],
    ['in milliseconds', '1787300130000', at],
    ['in days of a spreadsheet', '46255.4274305556', at],
    ['in whole days of a spreadsheet', '46255', day],
    ['with a word for the year', '21.08.2026 г.', day],
    ['of a mail', 'Fri, 21 Aug 2026 08:15:30 GMT', at],
    ['in one number', '20260821101530', at],
    ['with the month first', '8/21/2026', day],
  ])('is read: %s', async (_, text, expected) => {
    expect(await changesOf('datum izmene', (index) => (index === 0 ? text : other(text, index)))).toBe(
      expected,
    );
  });

  it.each(['1', '12345678', '99999', '5787300130000'])(
    'is no figure that counts something else: %s',
    async (text) => {
      expect(await changesOf('datum izmene', (index) => `${text.slice(0, -1)}${index}`)).toBeNull();
    },
  );

  it.each([
    ['08-21-2026', '01-02-2026'],
    ['8.21.2026', '1.2.2026'],
    ['08.21.2026 10:15', '01.02.2026 10:15'],
    ['08-21-2026 10:15:30', '01-02-2026 10:15:30'],
    ['8/21/2026', '1/2/2026'],
  ])('has the month in front where one shows it: %s', async (first, second) => {
    const texts = [first, second, ...[3, 4, 5, 6].map((index) => second.replace('2', String(index)))];
    const from = (from: number): Promise<string | null> =>
      changesOf('datum izmene', (index) => texts[(index + from) % texts.length] ?? '');
    expect((await from(0))?.slice(0, 7)).toBe('2026-08');
    expect(await from(1)).toMatch(/^2026-01-0[12]T/);
  });

  it.each([
    ['some with the month in front, some with the day', ['08-21-2026', '21-08-2026', '13-07-2026']],
    ['some that are no date', ['8.21.2026', '21.8.2026', '45.13.2026']],
    ['the day behind the year', ['2026-21-08', '2026-20-08', '2026-19-08']],
    ['the hour behind the day in one figure', ['2026082110', '2026082011', '2026081912']],
  ])('is left out: %s', async (_, texts) => {
    expect(await changesOf('datum izmene', (index) => texts[index % 3] ?? '')).toBeNull();
  });

  /** The same form with another time, so that not all ads have one date. */
  function other(text: string, index: number): string {
    if (/^\d{13}$/.test(text)) return String(Number(text) - index * 90_000_000);
    if (/^\d{10}$/.test(text)) return String(Number(text) - index * 90_000);
    if (/^\d{5}/.test(text) && !text.startsWith('2026')) return text.replace('46255', String(46_255 - index));
    return text.replace('21', String(21 - index)).replace('17873', `1787${3 - (index % 3)}`);
  }

  async function changesOf(column: string, write: (index: number) => string): Promise<string | null> {
    const oglasi = Array.from({ length: 8 }, (_, index) => ({
      ...{ sifra: `K-${700 + index * 3}`, vrsta_ponude: 'Prodaja', vrsta_nekretnine: 'Stan' },
      ...{ naslov: `Lepa nekretnina broj ${index} blizu centra`, mesto: 'Novi Sad', cena: 90_000 + index },
      ...{ valuta: 'EUR', kvadratura: 41 + index * 3, [column]: write(index) },
    }));
    const text = JSON.stringify({ oglasi });
    const proposal = await proposeMapping(Buffer.from(text));
    if (!proposal.ok) throw new Error(proposal.reason);
    const mapping = mappingOf(proposal.yaml);
    const [record] = recordsOf(Buffer.from(text), mapping.format);
    if (record === undefined) return null;
    const [listing] = mapping.map(record, { reference, photoMax: 10 }).listings;
    const updated = listing?.feedUpdatedAt ?? null;
    return updated === null ? null : new Date(updated).toISOString();
  }
});
