import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { sandboxReference } from './sandbox-reference.js';
import { recordsOf } from './feed-file.js';
import { mappingOf, shippedMapping } from './shipped-mapping.js';

const { reference } = sandboxReference();

/** What a preset makes of a whole file: kinds and ids of its records, and the payloads. */
function mapText(name: string, text: string | Buffer, tables: Record<string, Record<string, string>> = {}) {
  const mapping = shippedMapping(name, { tables });
  const records = recordsOf(Buffer.from(text), mapping.format).map((record) =>
    mapping.map(record, { reference, photoMax: 64 }),
  );
  return {
    outcomes: records.map(({ kind, sourceId }) => `${kind} ${sourceId ?? ''}`),
    payloads: records.flatMap(({ listings }) => listings.map(({ payload }) => payload)),
  };
}

describe('whole files', () => {
  it('YRL is known by local names, whatever its namespace is bound to', () => {
    const offer = (prefix: string) =>
      `<${prefix}offer internal-id="1"><${prefix}type>продажа</${prefix}type><${prefix}category>дом</${prefix}category>` +
      `<${prefix}locality-name>Niš</${prefix}locality-name><${prefix}price><${prefix}value>90000</${prefix}value></${prefix}price>` +
      `<${prefix}description>Дом у реки, сад и гараж.</${prefix}description></${prefix}offer>`;
    const file = (root: string, body: string, name: string) =>
      `<?xml version="1.0" encoding="UTF-8"?><${name} ${root}><generation-date>2026-01-01</generation-date>${body}</${name}>`;
    const http = file(
      'xmlns="http://webmaster.yandex.ru/schemas/feed/realty/2010-06"',
      offer(''),
      'realty-feed',
    );
    const https = file(
      'xmlns="https://webmaster.yandex.ru/schemas/feed/realty/2010-06"',
      offer(''),
      'realty-feed',
    );
    const prefixed = file('xmlns:y="https://webmaster.yandex.ru/x"', offer('y:'), 'y:realty-feed');
    const [first, second, third] = [http, https, prefixed].map((text) => mapText('yandex-yrl', text));
    expect(first?.outcomes).toEqual(['mapped 1']);
    expect(second).toEqual(first);
    expect(third).toEqual(first);
  });

  it('oferty.net: empty sections are none, and what is gone is named in its own element', () => {
    const section = (typ: string, body: string) =>
      body === '' ? `<dzial tab="domy" typ="${typ}" />` : `<dzial tab="domy" typ="${typ}">${body}</dzial>`;
    const house = (id: string) =>
      `<oferta><id>${id}</id><param nazwa="miasto" typ="text">Niš</param><cena waluta="EUR">900</cena>` +
      '<param nazwa="opis" typ="text">Dom z ogrodem na końcu ulicy.</param></oferta>';
    const { outcomes, payloads } = mapText(
      'oferty-net',
      '<plik><header><zawartosc_pliku>roznica</zawartosc_pliku></header><lista_ofert>' +
        `${section('sprzedaz', '')}${section('wynajem', house('DW-1'))}<dzial tab="pokoje" typ="wynajem"></dzial>` +
        `${section('sprzedaz', '<oferta_usun><id>DS-9</id></oferta_usun>')}</lista_ofert></plik>`,
    );
    expect(outcomes).toEqual(['mapped DW-1', 'remove DS-9']);
    expect(payloads[0]).toMatchObject({ transaction: 'rent', category: 'house', rent: { amount: 900 } });
  });

  it('oferty.net says what its files hold and which is newer, and an agency says where its pictures lie', () => {
    const mapping = mappingOf(
      'name: own\nversion: 1\nextends: oferty-net\nfields: { photos: { base_url: https://photos.example.com/a/ } }\n',
    );
    const header = (kind: string, date: string) => ({ header: { zawartosc_pliku: kind, data: date } });
    const { kind, sequence } = mapping.file;
    expect(kind?.(header('calosc', ''))).toEqual({ ok: true, value: 'full' });
    expect(kind?.(header('roznica', ''))).toEqual({ ok: true, value: 'delta' });
    expect(kind?.(header('inne', ''))).toMatchObject({ ok: false });
    expect(sequence?.(header('roznica', '2026-04-20 11:34:16'))).toEqual({
      ok: true,
      value: Date.parse('2026-04-20T11:34:16+02:00'),
    });
    const photo = (number: number) => `<param nazwa="zdjecie${number}" typ="text">x ${number}.jpg</param>`;
    const offer =
      '<oferta><id>1</id><param nazwa="miasto">Niš</param><param nazwa="opis">Dom z ogrodem na końcu ulicy.</param>' +
      `<cena waluta="EUR">90000</cena>${photo(10)}${photo(9)}</oferta>`;
    const [record] = recordsOf(
      Buffer.from(
        `<plik><lista_ofert><dzial tab="domy" typ="sprzedaz">${offer}</dzial></lista_ofert></plik>`,
      ),
      mapping.format,
    );
    const mapped = record && mapping.map(record, { reference, photoMax: 64 });
    expect(mapped?.listings[0]?.payload?.photos).toEqual([
      { url: 'https://photos.example.com/a/x%209.jpg' },
      { url: 'https://photos.example.com/a/x%2010.jpg' },
    ]);
  });

  it('Poliris: letters of windows-1252, and rows of 334 or of 335 cells', () => {
    const row = (id: string, cells: number) => {
      const given: Record<number, string> = { 2: id, 3: 'Vente', 4: 'château', 6: 'Niš', 11: '10' };
      const texts: Record<number, string> = {
        20: 'Château d’été',
        21: 'Château près de la forêt – 3 œuvres.',
      };
      return Array.from({ length: cells }, (_, index) => `"${{ ...given, ...texts }[index + 1] ?? ''}"`).join(
        '!#',
      );
    };
    for (const cells of [334, 335]) {
      const bytes = iconv.encode(
        `${row('a', cells)}\n${row('b', cells)}\n`.replaceAll('Niš', 'Nis'),
        'win1252',
      );
      const { outcomes, payloads } = mapText('poliris-csv', iconv.decode(bytes, 'win1252'));
      expect(outcomes).toEqual(['mapped a', 'mapped b']);
      expect(payloads[1]).toMatchObject({
        category: 'villa',
        title: { sr: 'Château d’été' },
        description: { sr: 'Château près de la forêt – 3 œuvres.' },
      });
    }
  });
});
