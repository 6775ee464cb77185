import { afterEach, describe, expect, it } from 'vitest';
import { attention as attentionList } from '../../src/inspect/attention/listed-items.js';
import { openQuestions, questionLines } from '../../src/inspect/shared-questions.js';
import { attentionContext } from '../../src/server/attention-context.js';
import { executeDecision } from '../../src/sync/decisions/execute-decision.js';
import type { RequestResult } from '../../src/sync/request-result.js';
import { besideDaemon, run } from '../cli/command-line.js';
import { csvText } from '../support/csv-feed.js';
import { ads, estateFeed, type Ad } from '../support/estate-feed.js';
import { MailServer } from '../support/mail-server.js';
import { day, minute } from '../support/manual-clock.js';
import { secret } from '../support/secrets.js';
import { World } from '../support/world.js';

let world: World;
let mail: MailServer | null = null;
afterEach(async () => {
  await world.close();
  await mail?.close();
  mail = null;
});

/** Feeds of one mapping, each of an agency of its own. */
const names = ['agency', 'b', 'c', 'd'] as const;
type Name = (typeof names)[number];
const connections = new Map<Name, string>();

/** The codes of a feed's ads begin with its letter. */
const idOf = (name: Name, number: number): string => `${name.charAt(0).toUpperCase()}A000${number}`;
const adsOf = (name: Name): Ad[] => ads(5).map((one, index) => ({ ...one, code: idOf(name, index + 1) }));

function serve(name: Name, body: string): void {
  (name === 'agency' ? world.feed : world.at(`/${name}.xml`)).body = body;
}

async function start(
  bodyOf: (name: Name) => string,
  options: Parameters<typeof World.create>[0] = {},
): Promise<void> {
  world = await World.create(options);
  connections.set('agency', world.connectionId);
  const others = names.slice(1);
  for (const name of others) connections.set(name, world.sandbox.staff.addConnection());
  await world.declare(([feed = {}]) => [
    feed,
    ...others.map((name) => ({
      ...feed,
      ...{ name, connection: connections.get(name) },
      url: String(feed.url).replace('/feed.xml', `/${name}.xml`),
    })),
  ]);
  for (const name of names) serve(name, bodyOf(name));
  await world.restart();
  await world.round();
}

function live(name: Name): { externalId: string; payload: Record<string, unknown> | null }[] {
  const rows = world.sandbox.staff.listings(connections.get(name) ?? '');
  return rows.filter(({ status }) => status === 'live');
}

function priceOf(name: Name): unknown {
  const payload = live(name).find(({ externalId }) => externalId === idOf(name, 1))?.payload;
  return (payload as { price?: { amount?: unknown } } | undefined)?.price?.amount;
}

interface Listed {
  questions: { id: string }[];
  attention?: { kind: string; agency: string; count: number; operator: boolean; question: string | null }[];
}

async function listed(): Promise<Listed> {
  return (await run(world, 'holds', '--json')).json() as unknown as Listed;
}

describe('the same doubt in three feeds of one mapping', () => {
  const withFirst = (name: Name, price: number): string =>
    estateFeed(adsOf(name).map((one, index) => (index === 0 ? { ...one, price } : one)));

  async function loseDigits(): Promise<void> {
    world.clock.advance(15 * minute);
    for (const name of names.slice(1)) serve(name, withFirst(name, 90.1));
    await world.round();
  }

  /** The answer to the only question, as it is shown now. */
  async function shownAnswer(): Promise<(exact?: boolean) => Promise<RequestResult>> {
    const { store, clock } = world.app.services;
    const [question] = await openQuestions(store, clock.now());
    if (question === undefined) throw new Error('no question is open');
    const shown = (await questionLines(question, store)).map(({ key }) => key);
    const payload = { of: 'question', by: question.by, name: question.name, shown, expect: 3, word: null };
    return (exact = false) =>
      executeDecision({ kind: 'confirm', payload: { ...payload, exact }, author: 'ana' }, world.app.services);
  }

  it('is one question and one mail, and nothing is carried out that changed since it was shown', async () => {
    mail = await MailServer.start(secret('smtp-password'));
    const smtp = { url: mail.url, user: 'feedsync', password: secret('smtp-password'), from: 'f@v.example' };
    const notices = { smtp, operators: [{ email: 'ops@vendor.example', language: 'en' }] };
    await start((name) => estateFeed(adsOf(name)), { config: { notices } });
    await loseDigits();

    const { questions, attention } = await listed();
    expect(questions).toMatchObject([
      { by: 'mapping', name: 'estate-sistem', feeds: ['b', 'c', 'd'], count: 3, rule: 'offer_mismatch' },
    ]);
    const about = { kind: 'shared_question', agency: '3 feeds of estate-sistem', question: questions[0]?.id };
    expect(attention).toMatchObject([{ ...about, count: 3, operator: false }]);
    const { services } = world.app;
    const own = await attentionList(services.store, attentionContext(services), [connections.get('b') ?? '']);
    expect(own).toMatchObject([{ kind: 'hold', count: 1 }]);
    // An agency reads of its own feed alone: no other feed, listing or number of theirs.
    expect(JSON.stringify(own)).not.toMatch(/\b[3cd]\b|CA000|DA000|shared_question/);
    const holds = await run(world, 'holds');
    expect(holds.out.match(/^(Question|Hold) /gm)).toEqual(['Question ']);
    await world.tick(minute);
    await world.tick(day);
    await world.tick(minute);
    const mails = mail.taken();
    expect(mails.map(({ to }) => to)).toEqual([['ops@vendor.example']]);
    expect(mails[0]?.text).toContain('3 feeds with the mapping estate-sistem ask the same');

    const of = ['confirm', '--mapping', 'estate-sistem', '--rule', 'offer_mismatch'];
    const { out } = await run(world, ...of, '--dry-run');
    for (const name of names.slice(1))
      expect(out).toMatch(new RegExp(`^ +${name}  ${idOf(name, 1)}  .*: 90,100 EUR → 90.1 EUR$`, 'm'));
    expect(out).not.toContain(idOf('agency', 1));

    const answer = await shownAnswer();
    world.clock.advance(15 * minute);
    serve('c', withFirst('c', 88.5));
    await world.restart();
    await world.round();
    // The console takes the whole question or nothing of it.
    expect(await answer(true)).toMatchObject({
      ok: false,
      message: expect.stringContaining('Nothing was changed'),
    });
    const result = await answer();
    expect(result).toMatchObject({ ok: true, listings: 2 });
    expect(result.message).toContain(`the price of ${idOf('c', 1)} (feed c) is 88.5 EUR now`);
    await world.restart();
    world.clock.advance(minute);
    await world.round();
    expect(names.map(priceOf)).toEqual([90_100, 90.1, 90_100, 90.1]);
    expect(await answer()).toMatchObject({ ok: false });
    expect((await listed()).attention).toMatchObject([{ kind: 'hold', count: 1 }]);
  });
});

describe('an unknown word for the state in three feeds of one mapping', () => {
  const table = (name: Name, word: string): string => {
    const [header = '', ...rows] = csvText(adsOf(name))
      .trimEnd()
      .split(/\r\n(?=.A0)/);
    const lines = rows.map((row, index) => `${row};${index === 0 ? word : 'aktivan'}`);
    return [`${header};status`, ...lines, ''].join('\r\n');
  };

  it('is answered once for all of them, and for the feeds that read the same mapping', async () => {
    await start((name) => table(name, 'aktivan'), { mapping: 'csv-header' });
    world.clock.advance(15 * minute);
    for (const name of names.slice(1)) serve(name, table(name, 'Aneks ugovora'));
    await world.round();
    expect((await listed()).attention).toMatchObject([{ kind: 'shared_question', count: 3 }]);

    const of = ['confirm', '--mapping', 'csv-header', '--word', 'ANEKS ugovora'];
    expect((await run(world, ...of)).err).toContain('--as (active, inactive');
    expect((await run(world, ...of, '--as', 'gone', '--dry-run')).err).toContain('“gone” is no state');
    expect((await run(world, ...of, '--as', 'inactive', '--dry-run')).out).toContain(
      'the listing on offer → “Aneks ugovora”, Reserved or switched off (it is hidden)',
    );
    const done = await besideDaemon(world, ...of, '--as', 'inactive');
    expect(done.out).toContain('means inactive in 3 feeds, and in 1 with the same mapping');
    serve('agency', table('agency', 'aneks ugovora'));
    world.clock.advance(15 * minute);
    await world.round();
    await world.round();
    for (const name of names)
      expect(live(name).map(({ externalId }) => externalId)).not.toContain(idOf(name, 1));
    expect(await listed()).toMatchObject({ questions: [], holds: [] });
  });
});
