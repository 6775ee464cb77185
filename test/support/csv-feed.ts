import iconv from 'iconv-lite';
import type { Ad } from './estate-feed.js';

const columns = [
  'id',
  'code',
  'transaction',
  'category',
  'title',
  'description',
  'price',
  'city',
  'neighbourhood',
  'area',
  'heating',
  'photos',
  'updated_at',
];

/** Ads as an agency's spreadsheet saves them: windows-1250, semicolons, decimal commas, quotes and line breaks within cells. */
export function csvFeed(list: readonly Ad[]): Buffer {
  return iconv.encode(csvText(list), 'windows-1250');
}

export function csvText(list: readonly Ad[], delimiter = ';'): string {
  return [columns, ...list.map(cells), []].map((row) => row.join(delimiter)).join('\r\n');
}

function cells(of: Ad): string[] {
  const photos = Array.from(
    { length: of.photos },
    (_, index) => `https://photos.agency.example/${of.code}_${index + 1}.jpg`,
  );
  const price = of.price.toFixed(2).replace('.', ',');
  const area = of.area.replace('.', ',');
  const title = quoted(`${of.title}, "lux"`);
  const text = quoted(`${of.text}\r\nUz školu; pored šume, đubrište daleko.`);
  const offer = of.sale ? 'prodaja' : 'izdavanje';
  const what = [of.code, of.code.slice(1), offer, of.type, title, text];
  return [...what, price, of.town, of.district, area, '', photos.join('|'), of.updated];
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
