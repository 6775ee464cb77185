import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ads, estateFeed } from '../../support/estate-feed.js';
import { minute } from '../../support/manual-clock.js';
import type { World } from '../../support/world.js';
import { besideDaemon, run, runAlone } from '../command-line.js';
import { failsAlone, failsIn, type ErrorBook } from './book.js';

/** What was written wrongly, or asks for something that is not there or may not be. */
export async function commandTexts(world: World, book: ErrorBook): Promise<void> {
  book.chapter('Commands');
  await usage(world, book);
  await unknown(world, book);
  await files(world, book);
  await decisions(world, book);
  await ambiguous(world, book);
}

async function usage(world: World, book: ErrorBook): Promise<void> {
  const fails = failsIn(world, book);
  await fails('publish');
  await fails('sync --fed agency');
  await fails('explain');
  await fails('runs --limit many');
  await fails('remove A0001 --reason gone');
  await fails('suppress A0001');
  await fails('suppress A0001 --reason x --until tomorrow');
  await fails('approve first');
}

async function unknown(world: World, book: ErrorBook): Promise<void> {
  const fails = failsIn(world, book);
  await fails('sync --feed agencz');
  await fails('listings --feed agencz');
  await fails('pause agencz');
  await fails('reconcile --connection nobody', 'beside a daemon');
  await fails('explain nobody');
  await fails('suppress nobody --reason x');
  await fails('remove nobody --reason sold');
  await fails('batch 999');
  await fails('vocabularies colour');
  await fails('logs --since soon');
  await fails('logs --agency Nobody');
  await fails('logs --follow --json');
  await fails('notices test nobody');
  await fails('notices test ana@agency.example');
  await fails('notices test webhook');
}

async function files(world: World, book: ErrorBook): Promise<void> {
  const fails = failsIn(world, book);
  const write = async (name: string, text: string): Promise<string> => {
    const file = join(world.folder, name);
    await writeFile(file, text);
    return file;
  };
  await fails(`validate ${join(world.folder, 'missing.json')}`);
  await fails(`validate ${await write('broken.json', '{"title": ')}`);
  await fails(`validate ${await write('empty.json', '[]')}`);
  await fails(`validate ${await write('many.json', JSON.stringify(Array(1001).fill({})))}`);
  await fails(`put ${await write('list.json', '[1]')} --connection ${world.connectionId}`);
  await fails(`keygen ${join(world.folder, 'key.pem')}`);
  await fails(`keygen ${join(world.folder, 'no-folder', 'key.pem')}`);
  await fails(`sandbox --key ${join(world.folder, 'missing.pem')}`);
  await fails(`sandbox --key ${await write('bad.pem', 'nothing of a key')}`, 'a file that is no key');
}

async function decisions(world: World, book: ErrorBook): Promise<void> {
  const tell = failsAlone(world, book);
  const fails = async (argv: string): Promise<void> => {
    world.clock.advance(minute);
    await tell(argv);
  };
  await fails('approve 99');
  world.feed.body = estateFeed(ads(2));
  await world.round();
  world.clock.advance(61 * minute);
  await world.round();
  await fails('approve 1 --expect 3');
  await fails('approve 1 --only A0003');
  await fails('approve 1 --give-to agency');
  await runAlone(world, 'reject', '1');
  await fails('approve 1');
  await fails('remove A0001 --reason sold');
  await fails('unsuppress A0001');
  await fails('resume agency');
  await runAlone(world, 'pause', 'agency');
  await fails('pause agency');
  await fails('sync');
  await runAlone(world, 'retire', 'agency');
  await fails('pause agency');
  await runAlone(world, 'resume', 'agency');
  await fails('resend --code bad_weather');
  const file = join(world.folder, 'no-title.json');
  await writeFile(file, JSON.stringify({ ...world.payload('A0001'), external_id: 'hand-1', title: {} }));
  await fails(`put ${file}`);
  await writeFile(file, JSON.stringify({ ...world.payload('A0001'), external_id: 'hand-1' }));
  await runAlone(world, 'put', file);
  await fails('suppress hand-1 --reason x');
  await runAlone(world, 'remove', 'hand-1', '--reason', 'sold');
  await runAlone(world, 'sync');
  await fails('remove hand-1 --reason sold');
}

/** The same id on two connections: whoever writes must say which. */
async function ambiguous(world: World, book: ErrorBook): Promise<void> {
  const other = world.sandbox.staff.addConnection();
  await world.declare(([first]) => [
    first ?? {},
    { ...first, name: 'other', connection: other, url: `${String(first?.url)}?of=other` },
  ]);
  await world.restart();
  await world.round();
  const file = join(world.folder, 'listing.json');
  await writeFile(file, JSON.stringify(world.payload('A0001')));
  book.ran(
    'suppress A0001 --reason x (on two connections)',
    await run(world, 'suppress', 'A0001', '--reason', 'x'),
  );
  book.ran('put listing.json (with two connections)', await run(world, 'put', file));
  book.ran(
    'put listing.json --connection … (an id of a feed)',
    await besideDaemon(world, 'put', file, '--connection', world.connectionId),
  );
}
