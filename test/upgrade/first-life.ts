import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateKeyPair } from '../../src/wire/keys.js';
import { ad, ads, estateFeed, type Ad } from '../support/estate-feed.js';
import { kyeroFeed, properties } from '../support/kyero-feed.js';
import { day, hour, minute } from '../support/manual-clock.js';
import { seededRandom } from '../support/seeded-random.js';
import { configName, Deployment } from './deployment.js';
import type { Release } from './release.js';

/** A Thursday. */
const start = Date.UTC(2026, 0, 15, 9);
export const connections = {
  primer: '11111111-1111-4111-8111-111111111111',
  csv: '22222222-2222-4222-8222-222222222222',
  kyero: '33333333-3333-4333-8333-333333333333',
} as const;
const keys = (): ReturnType<typeof generateKeyPair> =>
  generateKeyPair(seededRandom('key of the kept deployment'));
/** By which the deployment signs: the same each time, so that it need not be kept. */
export const portalKeyPem = (): string => keys().privateKeyPem;
const webhookSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/**
 * What the kept deployment lived through. At its end: listings live, in grace, under review, refused, taken down, removed and kept off;
 * a removal and foreign listings that wait for a decision; a new word and a fact that was not stated; a batch whose reply was lost;
 * commands that the daemon did not come to; notices that the mail server did not take; an agency that is set up and one that is
 * not; texts, words and answers that people changed; accounts, tokens and an invitation.
 */
export async function firstLife(release: Release, folder: string): Promise<void> {
  await mkdir(join(folder, 'feeds'), { recursive: true });
  await writeFile(join(folder, 'time.txt'), `${start}\n`);
  const deployment = await Deployment.at(release, folder);
  try {
    await new FirstLife(deployment).run();
  } finally {
    await deployment.close();
  }
}

class FirstLife {
  readonly #primer: Ad[] = [
    ...ads(14),
    ad(15, { code: 'A0015:review' }),
    ad(16, { code: 'A0016:rejected' }),
    ad(17, { code: 'A0017:moderated' }),
    ad(18, { type: 'Svemirski brod' }),
  ];

  constructor(private readonly deployment: Deployment) {}

  async run(): Promise<void> {
    await this.#install();
    await this.#firstDay();
    await this.#setUp();
    await this.#byPeople();
    await this.#lastHours();
  }

  async #install(): Promise<void> {
    const { staff, webhooks } = this.deployment.sandbox;
    const keyId = staff.registerKey(keys().publicKeyPem);
    staff.addConnection({ id: connections.primer, agency: { name: 'Primer nekretnine' } });
    staff.addConnection({ id: connections.csv, agency: { name: 'Cveće i stan' } });
    staff.addConnection({ id: connections.kyero, agency: { name: 'Costa homes' } });
    webhooks.addEndpoint({ url: 'https://feedsync.example/webhooks', secrets: [webhookSecret] });
    await writeFile('portal.pem', portalKeyPem(), { mode: 0o600 });
    await writeFile(configName, configOf(keyId));
    for (const [name, text] of Object.entries(mappings)) await writeFile(`mappings/${name}.yaml`, text);
    await this.#serve(this.#primer);
    await writeFile('feeds/cvece.csv', csvOf(6));
    await writeFile('feeds/costa.xml', kyeroFeed(properties(4)));
    await writeFile(
      'feeds/novi.xml',
      estateFeed([...ads(4, 201), ad(205, { heating: 'Grejanje na gazzz' })]),
    );
  }

  #serve(list: readonly Ad[]): Promise<void> {
    return writeFile('feeds/primer.xml', estateFeed(list));
  }

  /** Everything is published, prices change, a listing leaves for good and another one is in grace. */
  async #firstDay(): Promise<void> {
    const { deployment } = this;
    await deployment.start();
    await deployment.tick();
    await deployment.work(hour);
    this.#primer.splice(0, 2, ad(1, { price: 95_000 }), ad(2, { title: 'Trosoban stan u centru grada' }));
    this.#primer.splice(13, 1);
    await this.#serve(this.#primer);
    await deployment.work(3 * hour, 15 * minute);
    deployment.sandbox.staff.setListing(connections.kyero, 'F-1', { status: 'live' });
    deployment.sandbox.staff.setListing(connections.kyero, 'F-2', { status: 'live' });
    await deployment.work(day, 30 * minute);
    await deployment.stop();
  }

  /** One agency by its five steps, another one that has only been brought. */
  async #setUp(): Promise<void> {
    const { deployment } = this;
    const { staff } = deployment.sandbox;
    const language = ['--by', 'Ana Anić', '--role', 'direktorka', '--language', 'sr-Latn'];
    const agency = ['--title', 'Novi stan', '--email', 'ana@novi.example'];
    await this.#command('agencies', 'add', 'novi', ...agency, '--url', 'https://feeds.example/novi.xml');
    await this.#command(
      ...['agencies', 'add', 'drugi', '--title', 'Drugi stan', '--email', 'mira@drugi.example'],
      ...['--url', 'https://feeds.example/drugi.xml', '--language', 'sr-Cyrl'],
    );
    await deployment.start();
    await deployment.work(30 * minute);
    await deployment.stop();
    const { code, connectionId } = staff.issueCode({ agency: { name: 'Novi stan d.o.o.' } });
    await this.#command('agencies', 'connect', 'novi', code);
    await this.#command('agencies', 'confirm', 'novi', ...language);
    await this.#command(
      'agencies',
      'answer',
      'novi',
      '--mandate',
      'yes',
      '--owner-nearby',
      'no',
      ...language,
    );
    await this.#command('agencies', 'answer', 'novi', '--choose', 'price.currency=EUR', ...language);
    await this.#command('agencies', 'send', 'novi');
    await this.#command('agencies', 'invite', 'novi');
    await deployment.start();
    await deployment.work(hour);
    staff.certify(connectionId);
    await deployment.work(2 * hour, 15 * minute);
    await deployment.stop();
  }

  /** Accounts and tokens; texts, words, answers and policies that are changed over the API. */
  async #byPeople(): Promise<void> {
    const { deployment } = this;
    await this.#command('users', 'add', 'boss@vendor.example', '--role', 'administrator');
    await this.#command('users', 'add', 'ops@vendor.example', '--role', 'operator');
    await this.#command(
      ...['users', 'add', 'office@cvece.example', '--role', 'agency', '--connection', connections.csv],
    );
    await this.#token('ops@vendor.example', 'script', 'full');
    await this.#token('office@cvece.example', 'crm', 'poll');
    await this.#token('office@cvece.example', 'office', 'read');
    await this.#token('boss@vendor.example', 'admin', 'full');
    await deployment.start();
    const change = (feed: string, body: object): Promise<void> => this.#put(`/feeds/${feed}/mapping`, body);
    await change('novi', { text: ownTexts.novi });
    await change('cvece', { text: ownTexts.cvece });
    await change('cvece', { tables: { heating: { Kaljeva: null } }, unmapped: { furnished: 'ignore' } });
    await change('costa', { answers: { owner_lives_nearby: false }, constants: { 'price.currency': 'EUR' } });
    await deployment.work(2 * hour, 15 * minute);
    const until = new Date(deployment.clock.now() + 2 * day).toISOString();
    await this.#put('/feeds/cvece/expected', { removals: 1, until });
    await deployment.stop();
    await this.#command('suppress', 'A0003', '--feed', 'primer', '--reason', 'the owner asked');
    await this.#command('pause', 'costa');
    await this.#command('resume', 'costa');
    await deployment.start();
    await deployment.work(hour, 15 * minute);
  }

  /** What is unfinished when the daemon is stopped. */
  async #lastHours(): Promise<void> {
    const { deployment } = this;
    // Most listings leave at once: the guard asks. The mail server takes nothing any more.
    deployment.mail = 'is busy';
    await this.#serve(this.#primer.slice(0, 4));
    await writeFile('feeds/cvece.csv', csvOf(6, { heating: 'Kosmička energija', furnished: 'da' }));
    await deployment.work(2 * hour, 15 * minute);
    await writeFile(
      'feeds/cvece.csv',
      csvOf(6, { heating: 'Kosmička energija', furnished: 'da', price: 10_000 }),
    );
    await deployment.work(30 * minute, 15 * minute);
    deployment.lose = { request: /^POST .*\/batches$/, when: 'after' };
    await writeFile(
      'feeds/costa.xml',
      kyeroFeed(properties(6).map((one) => ({ ...one, price: one.price + 1 }))),
    );
    await writeFile('feeds/novi.xml', estateFeed([...ads(3, 201), ad(206), ad(207, { price: 1 })]));
    for (let steps = 0; deployment.isToLose && steps < 20; steps++) await deployment.work(5 * minute);
    const { intents } = deployment.app.services.store;
    const now = deployment.clock.now();
    const payload = {
      connectionId: connections.csv,
      externalId: 'C4',
      reason: 'sold by another',
      until: null,
    };
    await intents.add({ kind: 'suppress', payload, author: 'tester', now });
    await deployment.stop();
  }

  async #command(...argv: string[]): Promise<string> {
    const { code, out, err } = await this.deployment.command([...argv, '--json']);
    if (code !== 0 && code !== 3) throw new Error(`feedsync ${argv.join(' ')}: ${out} ${err}`);
    return out;
  }

  async #put(path: string, body: object): Promise<void> {
    const { status, document } = await this.deployment.api('script', 'PUT', path, body);
    if (status !== 200) throw new Error(`PUT ${path}: ${JSON.stringify(document)}`);
  }

  async #token(account: string, label: string, scope: string): Promise<void> {
    const out = await this.#command('token', 'create', account, label, '--scope', scope, '--days', '3650');
    const { token } = JSON.parse(out) as { token: string };
    await writeFile(`token-${label}.txt`, `${token}\n`);
  }
}

const configOf = (keyId: string): string => `# A deployment of feedsync 0.1.0.
portal:
  base_url: https://portal.example/v1
  key_id: ${keyId}
  private_key_file: ./portal.pem
  webhook_secrets: [${webhookSecret}]
store: sqlite:./data/feedsync.db
data_dir: ./data
mappings: ./mappings
timezone: Europe/Belgrade
server:
  listen: 127.0.0.1:0
  public_url: https://feedsync.example
fetch: { max_bytes: 500MB, timeout: 5m }
reconcile: { schedule: '10 4 * * *', max_snapshot_age: 48h, foreign: hold }
removals: { after_polls: 2, min_age: 60m, always_allow: 1, max_share: 0.3 }
retention: { snapshots: 2 }
notices:
  smtp: { url: 'smtps://mail.vendor.example', user: feedsync, password: '\${SMTP_PASSWORD}', from: 'feedsync <feedsync@vendor.example>' }
  webhook: { url: 'https://hooks.vendor.example/feedsync', secret: ${webhookSecret} }
  operators: [{ email: ops@vendor.example, language: en }]
  partners: [{ email: boss@vendor.example }]
feed_defaults:
  answers: { mandate_attested: true, owner_lives_nearby: false }
feeds:
  - name: primer
    connection: ${connections.primer}
    url: https://feeds.example/primer.xml
    auth: { user: primer, password: '\${PRIMER_PASSWORD}' }
    mapping: estate-sistem
    constants: { price.currency: EUR, rent.currency: EUR, rent.type: long_term }
    schedule: '*/15 * * * *'
  - name: cvece
    connection: ${connections.csv}
    url: https://feeds.example/cvece.csv
    mapping: csv-header
    tables: { category: { Gajba: Stan } }
  - name: costa
    connection: ${connections.kyero}
    url: https://feeds.example/costa.xml
    mapping: ./mappings/costa.yaml
    tables: { place: { Marbella: Beograd, Estepona: Novi Sad, Nerja: Niš } }
    answers: { mandate_attested: true }
    weight: 2
`;

/** Mapping files of the operator. */
const mappings = {
  kuca: `name: kuca
version: 3
extends: estate-sistem
fields:
  title.sr: { from: naslov, remove: ['!+$'] }
`,
  costa: `name: costa
version: 1
extends: kyero-v3
fields:
  description.en: { from: desc/en }
`,
};

/** Texts that an operator and an agency saved over the API: one on a file of the operator, one on a shipped mapping. */
const ownTexts = {
  novi: `name: novi
version: 2
extends: kuca
fields:
  location.neighbourhood: naselje
tables:
  heating: { words: { 'Grejanje na gazzz': [Gas] } }
`,
  cvece: `name: cvece
version: 1
extends: csv-header
fields:
  structure.floor: { from: floor, match: '^[^.]+', table: floor }
`,
};

const csvHead =
  'id;code;transaction;category;title;description;price;currency;city;area;heating;furnished;photos;updated_at';

function csvOf(count: number, { heating = 'CG', furnished = 'namešten', price = 100_000 } = {}): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const word = number === count ? heating : 'CG';
    const text = `Stan broj ${number} u mirnoj ulici, blizu reke i parka.`;
    const photo = `https://photos.example/C${number}.jpg`;
    const cells = [
      `C${number}`,
      `N-${number}`,
      'prodaja',
      number === 1 ? 'Gajba' : 'Stan',
      `Dvosoban stan ${number}`,
      text,
    ];
    return [
      ...cells,
      String((price * (100 + number)) / 100),
      'EUR',
      'Novi Sad',
      '54,5',
      word,
      number === 2 ? furnished : '',
      photo,
      '2026-01-14 10:00',
    ];
  });
  return [csvHead, ...rows.map((row) => row.join(';')), ''].join('\r\n');
}
