import { readFile, writeFile } from 'node:fs/promises';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ad } from './estate-feed.js';

/** An ad as an agency's own software writes it in JSON, under the names of the `csv-header` mapping. */
export function jsonAd(of: Ad): Record<string, unknown> {
  return {
    id: of.code,
    transaction: of.sale ? 'prodaja' : 'izdavanje',
    category: of.type,
    title: of.title,
    description: `${of.text}\nUz školu: "lux" [novo] {hitno}.`,
    price: of.price,
    city: of.town,
    neighbourhood: null,
    area: Number(of.area),
    elevator: 'da',
    photos: Array.from(
      { length: of.photos },
      (_, index) => `https://photos.agency.example/${of.code}_${index + 1}.jpg`,
    ),
  };
}

export function jsonFeed(list: readonly Ad[], around: Record<string, unknown> = {}): string {
  return JSON.stringify({ agency: { id: 900 }, ads: list.map(jsonAd), ...around });
}

/** The `csv-header` mapping for files of another format, changed at will; the path of a file with it. */
export async function mappingFor(format: string, change = (text: string): string => text): Promise<string> {
  const text = await readFile('mappings/csv-header.yaml', 'utf8');
  const other = text
    .replace(/^format:\n(?: {2}.*\n)+/m, `format: ${format}\n`)
    .replace(/^name: .*/m, 'name: own');
  if (other === text) throw new Error('the format of csv-header stands elsewhere');
  const path = join(mkdtempSync(join(tmpdir(), 'mapping-')), 'own.yaml');
  await writeFile(path, change(other));
  return path;
}
