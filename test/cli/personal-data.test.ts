import { appendFile, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { parse as parseCsv } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { csvTable } from '../../src/documents/csv.js';
import { openSqlite } from '../../src/platform/files/sqlite.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { hour } from '../support/manual-clock.js';
import { World } from '../support/world.js';
import { besideDaemon, run, runAlone } from './command-line.js';

const phone = '064/123-45-67';
let world: World;
beforeEach(async () => {
  world = await World.create();
});
afterEach(async () => world.close());

async function serve(list: Parameters<typeof estateFeed>[0], wait = hour): Promise<void> {
  world.clock.advance(wait);
  world.feed.body = estateFeed(list, new Date(world.clock.now()).toISOString().slice(0, 19));
  await world.round();
}

/** The feed is retired, its listings are off, and the configuration has it no more. */
async function end(): Promise<void> {
  await runAlone(world, 'retire', 'agency');
  await runAlone(world, 'approve', '1');
  await world.round();
  await world.declare(() => []);
  await world.restart();
}

/** Every file of the data folder and of the store’s. */
async function allFiles(): Promise<string[]> {
  const names = await readdir(world.folder, { recursive: true, withFileTypes: true });
  return names.filter((name) => name.isFile()).map((name) => join(name.parentPath, name.name));
}

/** What an attentive reader finds in the bytes of a file, and in compressed pieces of a store. */
async function whereFound(needle: RegExp): Promise<string[]> {
  const found: string[] = [];
  for (const file of await allFiles()) if (needle.test(await readFile(file, 'latin1'))) found.push(file);
  const database = openSqlite(join(world.folder, 'store', 'feedsync.db'), { readonly: true });
  for (const { content } of database.prepare('select content from payload').all() as { content: Buffer }[])
    if (needle.test(inflateRawSync(content).toString())) found.push('a payload');
  database.close();
  return found;
}

async function audited(): Promise<{ action: string; author: string; subject: string; data: string }[]> {
  const database = openSqlite(join(world.folder, 'store', 'feedsync.db'), { readonly: true });
  const rows = database.prepare('select action, author, subject, data from audit order by id').all();
  database.close();
  return rows as Awaited<ReturnType<typeof audited>>;
}

describe('erase --agency', () => {
  it('shows numbers and changes nothing, and refuses while anything is on the portal', async () => {
    await serve(ads(3));
    const shown = await run(world, 'erase', '--agency', 'agency', '--json');
    expect(shown.code).toBe(0);
    expect(shown.json()).toMatchObject({ erased: false, rows: { listing: 3, payload: 3 }, snapshots: 1 });
    expect(shown.json().refusal).toContain('feedsync retire agency');
    const refused = await runAlone(world, 'erase', '--agency', 'agency', '--confirm');
    expect(refused).toMatchObject({ code: 1 });
    await runAlone(world, 'retire', 'agency');
    const listed = await runAlone(world, 'erase', '--agency', world.connectionId, '--confirm');
    expect(listed.err).toContain('3 listings');
    expect(listed.err).toContain('feedsync holds');
    expect(world.live()).toHaveLength(3);
    expect(await run(world, 'listings')).toMatchObject({ out: expect.stringContaining('A0001') });
  });

  it('is refused while the configuration would bring everything back', async () => {
    await serve(ads(3));
    await runAlone(world, 'retire', 'agency');
    await runAlone(world, 'approve', '1');
    await world.round();
    const refused = await runAlone(world, 'erase', '--agency', 'agency', '--confirm');
    expect(refused.err).toContain('the configuration still has agency');
  });

  it('leaves nothing of it in any file but the audit, and says who did it', async () => {
    await serve([ad(1, { title: 'Penthaus Dunavska terasa' }), ad(2)]);
    await end();
    expect(await whereFound(/Dunavska/)).not.toEqual([]);
    const erased = await besideDaemon(world, 'erase', '--agency', 'agency', '--confirm', '--json');
    expect(erased.err).toBe('');
    expect(erased.json()).toMatchObject({ erased: true, pending: false, snapshots: 1, rows: { listing: 2 } });
    expect(await whereFound(/Dunavska/)).toEqual([]);
    expect(await readdir(join(world.folder, 'data', 'snapshots', 'agency'))).toEqual([]);
    const again = await run(world, 'erase', '--agency', world.connectionId, '--json');
    expect(Object.keys(again.json().rows ?? {}).filter((table) => table !== 'audit')).toEqual([]);
    expect(await audited()).toContainEqual(
      expect.objectContaining({ action: 'erase.agency', author: 'tester', subject: world.connectionId }),
    );
  });
});

describe('erase --person', () => {
  const shows = ad(2, { text: `Prodaje se stan, blizu škole. Pozovite Anu na ${phone} posle pet.` });

  it('is refused while a listing that is on the portal shows it', async () => {
    await serve([ad(1), shows, ad(3)]);
    const refused = await runAlone(world, 'erase', '--person', '+381 64 1234567', '--confirm');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('A0002') });
    expect(await whereFound(/064\/123-45-67/)).not.toEqual([]);
  });

  it('leaves it in no file: store, kept files, logs, and neither in the audit', async () => {
    await serve([ad(1), shows, ad(3)]);
    await serve([ad(1), ad(3)]);
    await serve([ad(1), ad(3)], 3 * hour);
    await serve([ad(1), ad(3)]);
    expect(world.live()).toEqual(['A0001', 'A0003']);
    const [log = ''] = (await allFiles()).filter((file) => file.endsWith('.log'));
    await appendFile(log, `{"msg":"asked for ${phone}"}\n`);
    const shown = await run(world, 'erase', '--person', '+381 64 1234567', '--json');
    expect(shown.json()).toMatchObject({ erased: false, rows: { payload: 1 }, snapshots: 1, logs: 1 });
    const erased = await besideDaemon(world, 'erase', '--person', '+381 64 1234567', '--confirm');
    expect(erased).toMatchObject({ code: 0, err: '' });
    expect(await whereFound(/064\D?123|64 ?1234567/)).toEqual([]);
    expect(await readFile(log, 'utf8')).toContain('asked for 999/999-99-99');
    const [entry] = (await audited()).filter(({ action }) => action === 'erase.person');
    expect(entry).toMatchObject({ author: 'tester', subject: 'phone' });
    // The others go on as they were: nothing is read or sent again.
    const spent = world.spent();
    await serve([ad(1), ad(3)]);
    expect([world.live(), world.spent()]).toEqual([['A0001', 'A0003'], spent]);
  });

  it.each([
    '064\u00a0123\u00a045\u00a067',
    '064–123–45–67',
    '064‑123‑45‑67',
    '064_123_45_67',
    '064 &lt;b&gt;123&lt;/b&gt; 45 67',
    '064&amp;nbsp;123&amp;nbsp;4567',
    '０６４ １２３ ４５ ６７',
  ])('finds it as %s, and leaves it in no file', async (written) => {
    await serve([ad(1), ad(2, { text: `Prodaje se stan. Pozovite Anu na ${written} posle pet.` }), ad(3)]);
    await serve([ad(1), ad(3)]);
    await serve([ad(1), ad(3)], 3 * hour);
    await serve([ad(1), ad(3)]);
    expect(world.live()).toEqual(['A0001', 'A0003']);
    const erased = await runAlone(world, 'erase', '--person', '+381 64 1234567', '--confirm', '--json');
    expect(erased.json()).toMatchObject({ erased: true, rows: { payload: 1 }, snapshots: 1, near_misses: 0 });
    const words = await Promise.all((await allFiles()).map((file) => readFile(file)));
    for (const word of words)
      expect(word.toString('utf8').normalize('NFKC')).not.toMatch(/64\D{0,12}123\D{0,12}45/);
  });

  it('says how much is left that comes near to it', async () => {
    await serve([ad(1), ad(2, { text: 'Prodaje se stan. Zovite 064, pa onda 123, pa 45 i 67.' })]);
    const shown = await run(world, 'erase', '--person', '+381 64 1234567', '--json');
    expect(shown.json()).toMatchObject({ rows: {}, snapshots: 0, near_misses: 2 });
    const erased = await runAlone(world, 'erase', '--person', '+381 64 1234567', '--confirm');
    expect(erased.out).toContain('2 rows and files still have something like it');
    expect(await whereFound(/pa onda 123/)).not.toEqual([]);
  });

  it('says what it can look for', async () => {
    const ran = await run(world, 'erase', '--person', 'Ana');
    expect(ran).toMatchObject({ code: 2, err: expect.stringContaining('e-mail address') });
    expect(await run(world, 'erase')).toMatchObject({ code: 2 });
  });
});

describe('export --agency', () => {
  it('writes all of it for nobody else to read, and no formula', async () => {
    await serve([ad(1, { title: '=HYPERLINK("https://bad.example")' }), ad(2)]);
    const folder = join(world.folder, 'export');
    const ran = await run(world, 'export', '--agency', 'agency', '--to', folder, '--json');
    expect(ran.err).toBe('');
    expect(ran.json()).toMatchObject({ export: { rows: { listing: 2, payload: 2, feed: 1 } } });
    const csv = await readFile(join(folder, 'listings.csv'), 'utf8');
    expect(csv).toContain(`"'=HYPERLINK(""https://bad.example"")"`);
    const payloads = (await readFile(join(folder, 'payload.jsonl'), 'utf8')).trim().split('\n');
    expect(payloads.map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({
        externalId: 'A0002',
        content: expect.objectContaining({ title: expect.anything() }),
      }),
    );
    const [snapshot = ''] = await readdir(join(folder, 'snapshots'));
    expect(await readFile(join(folder, 'snapshots', snapshot), 'utf8')).toBe(world.feed.body);
    for (const name of await readdir(folder, { recursive: true }))
      expect([name, (await stat(join(folder, name))).mode & 0o077]).toEqual([name, 0]);
    expect(await run(world, 'export', '--agency', 'agency', '--to', folder)).toMatchObject({ code: 2 });
  });
});

describe('a listing’s title in listings.csv', () => {
  it.each(["Glavna;=cmd|'/c calc'!A0;", 'a\t+1', 'x|@SUM(A1)', 'x; "=1+1', '=1', 'x;\u00a0=1'])(
    'is no formula to any spreadsheet: %j',
    async (title) => {
      const csv = csvTable(['id', 'title'], [['A-1', title]]);
      // The judge: whatever a spreadsheet takes for the end of a cell, no cell begins as a formula.
      for (const cell of csv.split(/[,;|\t\r\n]/))
        expect(cell.replace(/^[\s"]+/, '')).not.toMatch(/^[=+@＝-]/);
      const rows: string[][] = parseCsv(csv);
      expect(rows[1]?.[1]?.replaceAll("'", '')).toBe(title.replaceAll("'", ''));
    },
  );
});

describe('explain', () => {
  it('hides what a mapping takes for the agent, as the feed has it too', async () => {
    const path = join(world.folder, 'own.yaml');
    await writeFile(
      path,
      'name: own\nversion: 1\nextends: estate-sistem\nfields: { agent.name: savetnik, agent.phone: savetnik_tel, agent.email: posta }\n',
    );
    await world.declare((feeds) => feeds.map((feed) => ({ ...feed, mapping: path })));
    await world.restart();
    world.feed.body = estateFeed(ads(1)).replace(
      '<ptt>',
      '<savetnik>Ana Perić</savetnik><savetnik_tel>555666777</savetnik_tel><posta>ana@agencija.example</posta><ptt>',
    );
    await world.round();
    const wanted = await world.app.services.store.listings.payload(world.connectionId, 'A0001');
    expect(wanted).toMatchObject({ agent: { name: 'Ana Perić' } });
    const { out } = await run(world, 'explain', 'A0001', '--json');
    expect(out).toContain('agent.phone');
    expect(out).not.toMatch(/Perić|555666777|ana@agencija/);
    expect(out).toContain('Dvosoban stan broj 1');
  });

  it('hides contacts, and shows them where it is asked to, which the audit says', async () => {
    await serve([ad(1, { text: `Prodaje se stan. Pozovite Anu na ${phone}, ana@agencija.example.` })]);
    const masked = await run(world, 'explain', 'A0001', '--json');
    expect(masked.out).toContain('•••');
    for (const contact of [phone, 'ana@agencija.example']) expect(masked.out).not.toContain(contact);
    expect(masked.out).toContain('photos.agency.example');
    expect((await run(world, 'explain', 'A0001')).out).not.toContain(phone);
    const whole = await runAlone(world, 'explain', 'A0001', '--json', '--show-contacts');
    expect(whole.out).toContain(phone);
    expect(await audited()).toContainEqual(
      expect.objectContaining({ action: 'contacts.shown', author: 'tester', subject: 'A0001' }),
    );
  });
});

it('whatever lies in the data folder is for nobody else to read', async () => {
  await serve(ads(3));
  const store = join(world.folder, 'store');
  const data = join(world.folder, 'data');
  for (const folder of [store, data])
    for (const name of ['', ...(await readdir(folder, { recursive: true }))])
      expect([name, (await stat(join(folder, name))).mode & 0o077]).toEqual([name, 0]);
});
