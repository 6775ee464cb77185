import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { FeedShape } from './kyero-feed.js';

const columns = [
  'id',
  'code',
  'transaction',
  'category',
  'title',
  'title_en',
  'description',
  'description_en',
  'price',
  'currency',
  'city',
  'municipality',
  'neighbourhood',
  'address',
  'latitude',
  'longitude',
  'area',
  'rooms',
  'bedrooms',
  'bathrooms',
  'floor',
  'total_floors',
  'year_built',
  'heating',
  'elevator',
  'terrace',
  'registered',
  'photos',
  'url',
];

const sentences = [
  'Prodaje se lepo održavan stan u mirnoj ulici, blizu škole i autobuske stanice.',
  'Dnevna soba gleda na park, a kuhinja ima dovoljno mesta za sto.',
  'Zgrada ima lift, prostoriju za bicikle i novi krov.',
  'Grejanje i topla voda dolaze iz gradske toplane.',
];

/** Writes a table of 30 columns, some 2 KB a row; its header ends with a column that is named after the export. */
export async function writeCsvFeed(path: string, shape: FeedShape): Promise<void> {
  const file = createWriteStream(path, { highWaterMark: 1024 * 1024 });
  file.write(`${[...columns, shape.exportedAt].join(';')}\n`);
  for (let index = 0; index < shape.records; index++) {
    const isChanged = shape.changedEvery > 0 && index % shape.changedEvery === 0;
    const row = cells(index, isChanged ? shape.raise : 0).join(';');
    if (!file.write(`${row}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
}

function cells(index: number, raise: number): string[] {
  const price = 60_000 + (index % 400) * 1_000 + raise;
  const photos = Array.from({ length: 9 }, (_, at) => `https://img.agency.example/${index}/${at + 1}.jpg`);
  return [
    `C${String(index).padStart(6, '0')}`,
    String(index),
    'prodaja',
    'Stan',
    `Dvosoban stan broj ${index} u mirnoj ulici`,
    `Two-bedroom flat number ${index} on a quiet street`,
    `"${text(index, 11)}"`,
    text(index + 1, 9),
    `${price},00`,
    'EUR',
    index % 2 === 0 ? 'Novi Sad' : 'Niš',
    '',
    'Centar',
    `Ulica ${1 + (index % 90)}`,
    '45.2517',
    '19.8369',
    `${40 + (index % 160)},50`,
    '2,5',
    '2',
    '1',
    String(1 + (index % 8)),
    '9',
    String(1970 + (index % 50)),
    'Centralno grejanje',
    'da',
    index % 3 === 0 ? 'da' : 'ne',
    'da',
    `"${photos.join('|')}"`,
    `https://agency.example/oglas/${index}`,
    '',
  ];
}

function text(seed: number, count: number): string {
  const parts = Array.from(
    { length: count },
    (_, index) => sentences[(seed + index) % sentences.length] ?? '',
  );
  return `Šifra ${seed}: ${parts.join(' ')}`;
}
