import { parse } from 'csv-parse/sync';
import { positive, type Reader, type RealFile, type RealListing } from '../listing.js';

type Row = Readonly<Record<string, string>>;

/** Tables whose headings say what they hold. Homes for sale in euros: that, and often more, stands nowhere in them. */
export const tables: readonly Reader[] = [
  tableReader(
    'Serbian table of titles',
    ['naslov', 'cena_eur', 'lokacija', 'kvadratura', 'broj_soba'],
    (rows) => ({
      listings: rows.map((row) =>
        listingOf(row, {
          id: row.naslov ?? '',
          town: row.lokacija?.split(',')[0]?.trim() ?? null,
          said: {
            amount: positive(row.cena_eur?.replaceAll('.', '')),
            ...{ currency: 'EUR', title: row.naslov ?? null },
            area: positive(row.kvadratura?.replace(/\s*m2$/, '').replace(',', '.')),
            rooms: positive(row.broj_soba),
          },
        }),
      ),
      undecidable: ['offer', 'kind'],
    }),
  ),
  tableReader(
    'Serbian table of figures',
    ['price', 'area', 'rooms', 'city', 'municipality', 'url'],
    (rows) => ({
      listings: rows.map((row) =>
        listingOf(row, {
          id: row.url ?? '',
          town: row.city ?? null,
          said: {
            ...{ amount: positive(row.price), area: positive(row.area), rooms: positive(row.rooms) },
            ...{
              floor: signed(row.floor),
              floors: positive(row.total_floors),
              year: positive(row.building_year),
            },
            lift: row.elevator === 'True' ? true : row.elevator === 'False' ? false : null,
          },
        }),
      ),
      undecidable: ['offer', 'kind', 'currency'],
    }),
  ),
  tableReader('Slovene table', ['id', 'naslov', 'cena', 'velikost', 'prodajalec'], (rows) => ({
    listings: rows.map((row) =>
      listingOf(row, {
        id: row.id ?? '',
        town: 'Ljubljana',
        said: {
          ...{ amount: positive(row.cena), area: positive(row.velikost), title: row.naslov ?? null },
        },
      }),
    ),
    undecidable: ['offer', 'kind', 'currency', 'city'],
    feed: { city: 'Beograd' },
  })),
];

function tableReader(
  name: string,
  columns: readonly string[],
  read: (rows: readonly Row[]) => RealFile,
): Reader {
  return {
    name,
    read: (bytes, file) => {
      if (!file.endsWith('.csv')) return null;
      const isUtf8 = !bytes.toString('utf8').includes('\uFFFD');
      const decoded = isUtf8 ? bytes.toString('utf8') : new TextDecoder('windows-1250').decode(bytes);
      const text = decoded.replaceAll(/\r+\n/g, '\n');
      const [header = ''] = text.replace('\uFEFF', '').split('\n');
      const names = header.split(',');
      if (!columns.every((column) => names.includes(column))) return null;
      return read(parse(text, { columns: true, bom: true, relaxColumnCount: true, trim: true }));
    },
  };
}

function listingOf(row: Row, listing: Pick<RealListing, 'id' | 'town' | 'said'>): RealListing {
  const isOut = listing.said.amount === null;
  return { ...listing, offer: 'sale', kind: 'apartment', isOut, texts: Object.values(row) };
}

function signed(text: string | undefined): number | null {
  return text === undefined || text.trim() === '' ? null : Number(text);
}
