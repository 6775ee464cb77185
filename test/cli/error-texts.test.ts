import { generateKeyPairSync } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';
import { besideDaemon, run, runAlone, type Ran } from './command-line.js';

let world: World;
beforeEach(async () => {
  world = await World.create();
  world.feed.body = estateFeed(ads(6));
  await world.round();
  world.clock.advance(minute);
});
afterEach(async () => world.close());

it('every error says what happened and what to do next', async () => {
  const told: string[] = [];
  const tell = (heading: string, { code, err, out }: Ran): void => {
    const text = err.trim() === '' ? out.trim() : err.trim();
    told.push(`## ${normal(heading)}\n\nexit ${code}\n\n\`\`\`text\n${normal(text)}\n\`\`\`\n`);
  };
  const fails = async (argv: string, note = ''): Promise<void> =>
    tell(`${argv}${note === '' ? '' : ` (${note})`}`, await run(world, ...argv.split(' ')));

  await usage(fails);
  await unknown(fails);
  await decisions(tell);
  await files(fails);
  await portal(fails);
  await configuration(fails);
  await store(tell);
  await expect(`${preface}\n${told.join('\n')}`).toMatchFileSnapshot('error-texts.md');
});

type Fails = (argv: string, note?: string) => Promise<void>;
type Tell = (heading: string, ran: Ran) => void;

const preface = `# What the command line says when it cannot do what was asked

Written by \`error-texts.test.ts\`. Each text says what happened and what to do next.
`;

async function usage(fails: Fails): Promise<void> {
  await fails('publish');
  await fails('sync --fed agency');
  await fails('explain');
  await fails('runs --limit many');
  await fails('remove A0001 --reason gone');
  await fails('suppress A0001');
  await fails('suppress A0001 --reason x --until tomorrow');
  await fails('approve first');
}

async function unknown(fails: Fails): Promise<void> {
  await fails('sync --feed agencz');
  await fails('listings --feed agencz');
  await fails('pause agencz');
  await fails('reconcile --connection nobody', 'beside a daemon');
  await fails('explain nobody');
  await fails('suppress nobody --reason x');
  await fails('remove nobody --reason sold');
  await fails('batch 999');
  await fails('vocabularies colour');
}

async function decisions(tell: Tell): Promise<void> {
  const alone = async (argv: string): Promise<void> => {
    world.clock.advance(minute);
    tell(argv, await runAlone(world, ...argv.split(' ')));
  };
  await alone('approve 99');
  world.feed.body = estateFeed(ads(2));
  await world.round();
  world.clock.advance(61 * minute);
  await world.round();
  await alone('approve 1 --expect 3');
  await runAlone(world, 'reject', '1');
  await alone('approve 1');
  await alone('remove A0001 --reason sold');
  await alone('unsuppress A0001');
  await alone('resume agency');
  await alone('resend --code bad_weather');
  await ambiguous(tell);
}

/** The same id on two connections: whoever writes must say which. */
async function ambiguous(tell: Tell): Promise<void> {
  const other = world.sandbox.staff.addConnection();
  await world.declare(([first]) => [
    first ?? {},
    { ...first, name: 'other', connection: other, url: `${String(first?.url)}?of=other` },
  ]);
  await world.restart();
  await world.round();
  tell(
    'suppress A0001 --reason x (on two connections)',
    await run(world, 'suppress', 'A0001', '--reason', 'x'),
  );
  const file = join(world.folder, 'listing.json');
  await writeFile(file, JSON.stringify(world.payload('A0001')));
  tell('put listing.json (with two connections)', await run(world, 'put', file));
  tell(
    'put listing.json --connection … (an id of a feed)',
    await besideDaemon(world, 'put', file, '--connection', world.connectionId),
  );
}

async function files(fails: Fails): Promise<void> {
  const write = async (name: string, text: string): Promise<string> => {
    const file = join(world.folder, name);
    await writeFile(file, text);
    return file;
  };
  await fails(`validate ${join(world.folder, 'missing.json')}`);
  await fails(`validate ${await write('broken.json', '{"title": ')}`);
  await fails(`validate ${await write('empty.json', '[]')}`);
  await fails(`put ${await write('list.json', '[1]')} --connection ${world.connectionId}`);
  await fails(`keygen ${join(world.folder, 'key.pem')}`);
  await fails(`keygen ${join(world.folder, 'no-folder', 'key.pem')}`);
  await fails(`sandbox --key ${join(world.folder, 'missing.pem')}`);
}

async function portal(fails: Fails): Promise<void> {
  await fails('connect 00000000');
  await fails('disconnect 00000000-0000-4000-8000-000000000000');
  const before = await readConfigFile();
  await configurePortal(before, { key_id: 'px_unknown' });
  await fails('ping', 'a key that the portal does not know');
  await configurePortal(before, { base_url: 'http://127.0.0.1:1/v1' });
  await fails('ping', 'nothing listens there');
  await configurePortal(before, {});
}

async function configuration(fails: Fails): Promise<void> {
  const before = await readConfigFile();
  await configurePortal(before, { private_key_file: join(world.folder, 'missing.pem') });
  await fails('ping', 'no private key');
  await writeFile(join(world.folder, 'bad.pem'), 'nothing of a key');
  await configurePortal(before, { private_key_file: join(world.folder, 'bad.pem') });
  await fails('ping', 'a file that is no key');
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
  await writeFile(join(world.folder, 'rsa.pem'), rsa.export({ type: 'pkcs8', format: 'pem' }));
  await configurePortal(before, { private_key_file: join(world.folder, 'rsa.pem') });
  await fails('ping', 'a key of another type');
  await configurePortal(before, { keyid: 'x', key_id: '${FEEDSYNC_NO_SUCH_NAME}' });
  await fails('status', 'mistakes in the configuration');
  await writeFile(world.configFile, JSON.stringify({ ...before, feeds: [{ name: 'Agency A' }] }));
  await fails('config check', 'a feed that says too little');
  await configurePortal(before, {});
}

async function store(tell: Tell): Promise<void> {
  const { store: place } = world.app.config;
  const path = place.kind === 'sqlite' ? place.path : '';
  tell('run (beside a daemon)', await run(world, 'run'));
  await world.app.close();
  const broken = async (heading: string, argv: string): Promise<void> =>
    tell(heading, await run(world, ...argv.split(' ')));
  const before = await readConfigFile();
  await configurePortal(before, { base_url: 'http://127.0.0.1:1/v1' });
  await broken('sync (the store belongs to another portal)', 'sync');
  await configurePortal(before, {});
  const good = await readFile(path);
  changeSchema(path);
  await broken('status (a store of a newer release)', 'status');
  await writeFile(path, 'nothing of a store');
  await broken('sync (a file that is no store)', 'sync');
  const damaged = Buffer.from(good);
  damaged.fill(0x5a, 4096, 64 * 1024);
  await writeFile(path, damaged);
  await broken('sync (a damaged store)', 'sync');
  await rm(join(world.folder, 'store'), { recursive: true });
  await broken('status (no store yet)', 'status');
  await world.restart();
}

function changeSchema(path: string): void {
  const database = new Sqlite(path);
  database.exec(`insert into schema_version values (99, 'of later', 0)`);
  database.close();
}

type Document = Record<string, unknown> & { portal: Record<string, unknown> };

async function readConfigFile(): Promise<Document> {
  return JSON.parse(await readFile(world.configFile, 'utf8')) as Document;
}

async function configurePortal(before: Document, change: Record<string, unknown>): Promise<void> {
  await writeFile(world.configFile, JSON.stringify({ ...before, portal: { ...before.portal, ...change } }));
}

/** What differs from run to run. */
function normal(text: string): string {
  return text
    .replaceAll(world.folder, '<folder>')
    .replace(/127\.0\.0\.1:\d{4,5}/g, '127.0.0.1:<port>')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>');
}
