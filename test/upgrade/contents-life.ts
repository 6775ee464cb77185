import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateKeyPair } from '../../src/wire/keys.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { hour, minute } from '../support/manual-clock.js';
import { seededRandom } from '../support/seeded-random.js';
import { configName, Deployment } from './deployment.js';
import type { Release } from './release.js';

/** A Thursday. */
const start = Date.UTC(2026, 0, 15, 9);
export const contentsConnections = {
  tabela: '44444444-4444-4444-8444-444444444444',
  sifre: '55555555-5555-4555-8555-555555555555',
  oglasi: '66666666-6666-4666-8666-666666666666',
} as const;

/** What a row of the table says otherwise than the others. */
type Odd = Readonly<Record<string, string>>;

/** Rows as people make them: 0.1.0 published each of them as on offer, but for the one that is exactly `prodato`. */
const oddRows: readonly Odd[] = [
  { status: 'aktivan' },
  { status: 'Prodat' },
  { status: 'PRODATO!' },
  { status: 'neaktivan' },
  { status: 'Rezervisan' },
  { status: 'povučeno' },
  { status: 'kod notara' },
  { status: '' },
  { price: '1' },
  { price: '1234567' },
  { price: '4.000' },
  { currency: 'RSD', price: '9.500.000' },
  { currency: 'RSD' },
  { transaction: 'izdavanje', price: '95.000' },
  { transaction: 'izdavanje', price: '25', description: 'Stan na dan u centru grada, po noći, za goste.' },
  { area: '0' },
  { area: '5400' },
  { photos: 'https://photos.agency.example/a.jpg, https://photos.agency.example/b.jpg' },
  { photos: 'https://photos.agency.example/c.jpg;https://photos.agency.example/d.jpg' },
  { photos: 'http://photos.agency.example/e.jpg|http://photos.agency.example/f.jpg' },
  { photos: 'https://photos.agency.example/g.php?id=7&amp;w=800|https://photos.agency.example/h.jpg' },
  { photos: '//photos.agency.example/i.jpg' },
  { title: 'Stan <b>kod keja</b> &amp;amp; parka' },
  { description: 'Stan u ulici.\\nBlizu keja. [vc_row]Useljiv[/vc_row]' },
  ...Array.from({ length: 12 }, (_, index) => ({ status: `PRODATO ${index + 1}.12.` })),
  ...Array.from({ length: 4 }, () => ({})),
];

const head = 'id;transaction;category;title;description;price;currency;city;address;area;photos;status';

function row(id: string, index: number, odd: Odd): string {
  const own: Odd = {
    ...{ id, transaction: 'prodaja', category: 'Stan', currency: 'EUR', city: 'Novi Sad', area: '54' },
    title: `Dvosoban stan ${index + 1}`,
    description: `Stan broj ${index + 1} u mirnoj ulici, blizu reke i parka.`,
    price: String(90_000 + index * 1_000),
    address: `Rumenačka ${index + 1}`,
    photos: `https://photos.agency.example/${index}.jpg`,
    status: 'aktivan',
    ...odd,
  };
  return head
    .split(';')
    .map((name) => cell(own[name] ?? ''))
    .join(';');
}

function cell(text: string): string {
  return /[;"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param change rows that say something else by then */
export function tableOf(change: (odd: Odd, index: number) => Odd = (odd) => odd): string {
  const rows = oddRows.map((odd, index) => row(`T${index + 1}`, index, change(odd, index)));
  return `\uFEFF${[head, ...rows, ''].join('\r\n')}`;
}

/** Ids as spreadsheets leave them. */
const oddIds = [
  '="00123"',
  '="00124"',
  '1,23E+05',
  '1,24E+05',
  ' 17 ',
  '\u00a018\u00a0',
  '\u200b19',
  "'0020",
  '21',
  '22',
];

/** Its second column `ID` is another one than `id`. */
export function idsTable(): string {
  const rows = oddIds.map((id, index) => `${row(id, index, {})};X${index + 1}`);
  return `\uFEFF${[`${head};ID`, ...rows, ''].join('\r\n')}`;
}

/** Lives a few hours with odd contents, of which the release says nothing, and is stopped with nothing left to send. */
export async function contentsLife(release: Release, folder: string): Promise<void> {
  await mkdir(join(folder, 'feeds'), { recursive: true });
  await writeFile(join(folder, 'time.txt'), `${start}\n`);
  const deployment = await Deployment.at(release, folder);
  try {
    const { staff } = deployment.sandbox;
    const keys = generateKeyPair(seededRandom('key of the kept deployment'));
    const keyId = staff.registerKey(keys.publicKeyPem);
    for (const [name, id] of Object.entries(contentsConnections))
      staff.addConnection({ id, agency: { name } });
    await writeFile('portal.pem', keys.privateKeyPem, { mode: 0o600 });
    await writeFile(configName, configOf(keyId));
    await writeFile('feeds/tabela.csv', tableOf());
    await writeFile('feeds/sifre.csv', idsTable());
    await writeFile(
      'feeds/oglasi.xml',
      estateFeed(ads(30).map((one, index) => ({ ...one, price: index === 3 ? 1 : one.price }))),
    );
    await deployment.start();
    await deployment.tick();
    await deployment.work(5 * hour, 15 * minute);
    await deployment.stop();
  } finally {
    await deployment.close();
  }
}

const configOf = (
  keyId: string,
): string => `# A deployment of feedsync 0.1.0 whose feeds hold what people write.
portal:
  base_url: https://portal.example/v1
  key_id: ${keyId}
  private_key_file: ./portal.pem
store: sqlite:./data/feedsync.db
data_dir: ./data
mappings: ./mappings
timezone: Europe/Belgrade
server:
  listen: 127.0.0.1:0
feed_defaults:
  answers: { mandate_attested: true, owner_lives_nearby: false }
  constants: { price.currency: EUR, rent.currency: EUR, rent.type: long_term }
  schedule: '*/15 * * * *'
feeds:
  - { name: tabela, connection: ${contentsConnections.tabela}, url: https://feeds.example/tabela.csv, mapping: csv-header }
  - { name: sifre, connection: ${contentsConnections.sifre}, url: https://feeds.example/sifre.csv, mapping: csv-header }
  - { name: oglasi, connection: ${contentsConnections.oglasi}, url: https://feeds.example/oglasi.xml, mapping: estate-sistem }
`;
