import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listen, type HttpServer } from '../../src/platform/http/http-server.js';
import { protocolSchema } from '../../src/wire/protocol.js';
import { verifyWebhook } from '../../src/wire/webhook-signature.js';
import { run } from '../cli/command-line.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { MailServer, type ArrivedMail } from '../support/mail-server.js';
import { day, hour, minute } from '../support/manual-clock.js';
import { secret } from '../support/secrets.js';
import { World } from '../support/world.js';
import { portalConnection } from '../support/portal-connection.js';

const webhookSecret = `whsec_${Buffer.from(secret('notices-webhook-key')).toString('base64')}`;
const ops = 'ops@vendor.example';
const boss = 'boss@vendor.example';
const office = 'office@agency.example';

interface Event {
  headers: Record<string, string>;
  body: Buffer;
  status: number;
}

/** Another program that is told everything. */
class Hook {
  readonly events: Event[] = [];
  status = 204;
  #server: HttpServer | null = null;

  async start(): Promise<this> {
    this.#server = await listen({
      port: 0,
      host: '127.0.0.1',
      handler: async (request) => {
        const body = Buffer.from(await request.arrayBuffer());
        this.events.push({ headers: Object.fromEntries(request.headers), body, status: this.status });
        return new Response(null, { status: this.status });
      },
    });
    return this;
  }

  get url(): string {
    return `${this.#server?.url ?? ''}/hooks/feedsync`;
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }
}

let world: World;
let mail: MailServer;
let hook: Hook;
beforeEach(async () => {
  [mail, hook] = await Promise.all([MailServer.start(secret('smtp-password')), new Hook().start()]);
});
afterEach(async () => {
  await world.close();
  await Promise.all([mail.close(), hook.close()]);
});

/** A world with six listings live, whose agency has an address where a language is given. */
async function start(options: { publicUrl?: string; language?: 'sr-Latn' | 'en' } = {}): Promise<void> {
  const { publicUrl = 'https://feedsync.example', language } = options;
  const user = { user: 'feedsync', password: secret('smtp-password') };
  world = await World.create({
    config: {
      server: { listen: '127.0.0.1:0', ...(publicUrl !== '' && { public_url: publicUrl }) },
      notices: {
        smtp: { url: mail.url, ...user, from: 'feedsync <feedsync@vendor.example>' },
        webhook: { url: hook.url, secret: webhookSecret },
        operators: [{ email: ops, language: 'en' }],
        partners: [{ email: boss }],
      },
    },
  });
  world.feed.body = estateFeed(ads(6));
  await world.tick();
  await world.tick(minute);
  await world.tick(minute);
  expect(world.live()).toHaveLength(6);
  if (language !== undefined) await invite(language);
}

/** @param confirmed whether it has said that the connection is its own */
async function invite(
  language: 'sr-Latn' | 'en',
  { confirmed = true, connection = world.connectionId } = {},
): Promise<void> {
  const { store, clock } = world.app.services;
  const agency = { name: 'primer', title: 'Primer', email: office, language, feed: {} };
  await store.setups.add(agency, 'test', clock.now());
  await store.setups.connect('primer', { id: connection, remote: portalConnection() }, 'test', clock.now());
  if (!confirmed) return;
  const who = { language, sentence: 'Da.', value: true, name: 'Ana', role: 'vlasnik' };
  await store.setups.confirm('primer', { kind: 'identity', version: 1, ...who }, 'test', clock.now());
}

/** The file loses all but so many, and the daemon goes on until it asks a person. */
async function loseAllBut(list: ReturnType<typeof ads>): Promise<void> {
  world.feed.body = estateFeed(list);
  for (let polls = 0; polls < 6; polls++) await world.tick(15 * minute);
  await world.tick(minute);
}

function toAddress(mails: readonly ArrivedMail[]): string[] {
  return mails.flatMap(({ to }) => to).sort();
}

function noticesOf({ body }: Event): Record<string, unknown>[] {
  const event = JSON.parse(body.toString('utf8')) as { data: { notices: Record<string, unknown>[] } };
  return event.data.notices;
}

/** As Standard Webhooks asks; a changed body fits no more. */
function expectSigned(event: Event): void {
  const protocol = protocolSchema.parse({});
  const now = world.clock.now();
  expect(verifyWebhook(event, [webhookSecret], protocol, now)).toMatchObject({ ok: true });
  const body = Buffer.from(event.body.toString('utf8').replace('5', '6'));
  expect(verifyWebhook({ ...event, body }, [webhookSecret], protocol, now)).toMatchObject({ ok: false });
  expect(noticesOf(event)).toMatchObject([
    {
      cause: 'hold 1',
      connection: world.connectionId,
      count: 5,
      hold: { id: 1, kind: 'removals', listings: 5 },
      url: 'https://feedsync.example/console/holds/1',
      what: { sr: expect.stringContaining('čeka odluku') },
    },
  ]);
}

describe('a decision', () => {
  it('is told at once to the agency whose it is, in its language, and to the signed webhook; once, whatever restarts', async () => {
    await start({ language: 'sr-Latn' });
    expect(mail.taken()).toEqual([]);
    await loseAllBut(ads(1));
    const mails = mail.taken();
    expect(toAddress(mails)).toEqual([office]);
    const [told] = mails;
    expect(told).toMatchObject({ from: 'feedsync@vendor.example' });
    expect(told?.subject).toBe(
      'Iz vašeg fajla je nestalo 5 oglasa, više nego obično. Dok vi ne odlučite, na portalu se ništa ne menja.',
    );
    expect(told?.text).toContain('https://feedsync.example/console/waiting/1');
    expect(told?.html).toContain('href="https://feedsync.example/console/waiting/1"');
    expect(`${told?.text} ${told?.html}`).not.toMatch(
      /\b(hold|outbox|drift|snapshot|digest|vocabulary|run)\b/i,
    );

    expectSigned(hook.events[0]!);
    await world.tick(minute);
    await world.restart();
    await world.tick(minute);
    await world.tick(hour);
    expect(mail.taken()).toEqual([]);
    expect(hook.events).toHaveLength(1);
    const listed = await run(world, 'notices');
    expect(listed.out).toContain('agency primer');
    expect(listed.out).not.toContain('@');
  });

  it('is told to those of the agency who chose it, each in their language', async () => {
    await start({ language: 'sr-Latn' });
    const { access, setups } = world.app.services.store;
    const add = async (name: string): Promise<number> => {
      const account = await access.addAccount(
        { name, role: 'agency', connections: [world.connectionId] },
        'test',
        world.clock.now(),
      );
      await setups.addPerson('primer', account?.id ?? 0, 'test', world.clock.now());
      return account?.id ?? 0;
    };
    const own = await add(office);
    const ana = await add('ana@agency.example');
    const no = { atOnce: false, digest: false, language: null };
    await access.setMail(own, no, 'test', world.clock.now());
    await access.setMail(ana, { ...no, atOnce: true, language: 'en' }, 'test', world.clock.now());
    await loseAllBut(ads(1));
    const mails = mail.taken();
    expect(toAddress(mails)).toEqual(['ana@agency.example']);
    expect(mails[0]?.subject).toMatch(/^5 listings are missing from your file/);
    expect((await run(world, 'notices')).out).not.toContain('@');
  });

  it('is told to whoever watches where its agency has no address; pages are named where they have none', async () => {
    await start({ publicUrl: '' });
    await invite('en', { confirmed: false });
    await loseAllBut(ads(1));
    const [told, ...others] = mail.taken();
    expect(others).toEqual([]);
    expect(told?.to).toEqual([ops]);
    expect(told?.subject).toMatch(/^Hold 1 \(removals\) of .+: 5 listings wait for a decision\.$/);
    expect(told?.text).toContain('Open the page “Holds” in the console.');
    expect(told?.text).toContain('Dvosoban stan broj 2 u mirnoj ulici');
    expect(`${told?.text} ${told?.html}`).not.toMatch(/https?:/);
  });
});

describe('what is sent back', () => {
  it('is told at once to the agency and to whoever runs it, with the staff’s own words', async () => {
    await start();
    const note = 'Photos 3–5 show <another> flat.\r\nBcc: all@portal.example';
    const fresh = world.sandbox.staff.addConnection({ status: 'certifying', agency: { name: 'Nova' } });
    await invite('en', { connection: fresh });
    world.at('/b.xml').body = estateFeed(ads(2, 101));
    await world.declare((feeds) => [
      ...feeds,
      ...feeds.map((feed) => ({
        ...feed,
        name: 'nova',
        connection: fresh,
        url: String(feed.url).replace('/feed.xml', '/b.xml'),
      })),
    ]);
    await world.restart();
    await world.tick(minute);
    await world.tick(minute);
    world.sandbox.staff.sendBack(fresh, note);
    for (let times = 0; times < 5; times++) await world.tick(15 * minute);
    const mails = mail.taken();
    expect(toAddress(mails)).toEqual([boss, office]);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Nova: portal je posle prve provere vratio 2 oglasa.',
      'The portal sent 2 listings back after the first check.',
    ]);
    expect(mails.filter(({ headers }) => headers.has('bcc'))).toEqual([]);
    expect(noticesOf(hook.events.at(-1)!)).toMatchObject([
      { kind: 'connection_sent_back', connection: fresh, count: 2 },
    ]);

    // An item that no mail is about any more does not come back between two digests.
    for (let days = 0; days < 16; days++) await world.tick(day);
    mail.taken();
    for (let hours = 0; hours < 4 * 24; hours += 6) await world.tick(6 * hour);
    expect(mail.taken()).toEqual([]);
  });
});

describe('everything else', () => {
  it('waits for the morning, and goes only if it still waits then', async () => {
    await start({ language: 'en' });
    const { staff } = world.sandbox;
    staff.pause(world.connectionId);
    await world.tick(2 * hour);
    await world.tick(hour);
    expect(mail.taken()).toEqual([]);
    staff.resume(world.connectionId);
    await world.tick(hour);
    await world.tick(day);
    expect(mail.taken()).toEqual([]);

    staff.pause(world.connectionId);
    world.feed.status = 503;
    await world.tick(hour);
    await world.tick(4 * hour);
    await world.tick(minute);
    const [stopped] = mail.taken();
    expect(stopped?.to).toEqual([ops]);
    expect(stopped?.subject).toMatch(/^127\.0\.0\.1:\d+ \(.+\): 1 feed cannot be read\./);
    // What the agency does not answer is the partner's after three days, and no mail's after fourteen.
    for (let days = 0; days < 7; days++) await world.tick(day);
    const mails = mail.taken();
    expect(toAddress(mails)).toEqual([boss, office]);
    expect(mails[0]?.subject).toContain('The connection is paused by the portal’s staff');
    expect(mails.map(({ text }) => text.match(/https?:\S+/g)?.length)).toEqual([1, 1]);
    for (let days = 0; days < 14; days++) await world.tick(day);
    expect(mail.taken()).toEqual([]);
  });

  it('a decision that nobody takes is told again in a morning after `remind_after`, as it is in the log', async () => {
    await start({ language: 'en' });
    await loseAllBut(ads(1));
    expect(mail.taken()).toHaveLength(1);
    await world.tick(25 * hour);
    await world.tick(day);
    expect(mail.taken()).toEqual([]);
    await world.tick(day);
    await world.tick(minute);
    await world.tick(day);
    expect(mail.taken().map(({ to }) => to)).toEqual([[office], [boss]]);
  });
});

describe('a notice that is not taken', () => {
  it('is sent again, ever more rarely, with the same id; nothing else waits and no address is told', async () => {
    await start();
    mail.refuse = 451;
    hook.status = 503;
    await loseAllBut(ads(1));
    const [failed] = await world.app.services.store.notices.open();
    expect(failed).toMatchObject({ tries: expect.any(Number), toldAt: null });
    expect(failed?.problem).not.toContain('@');
    const before = world.feedRequests.length;
    await world.tick(15 * minute);
    expect(world.feedRequests.length).toBeGreaterThan(before);

    expect((await run(world, 'doctor')).out).toContain('notices could not be sent yet');
    mail.refuse = null;
    hook.status = 200;
    await world.tick(hour);
    expect(mail.taken().map(({ to }) => to)).toEqual([[ops]]);
    const ids = new Set(hook.events.map(({ headers }) => headers['webhook-id']));
    expect(ids.size).toBe(1);
    expect(hook.events.length).toBeGreaterThan(2);
    await world.tick(hour);
    expect(hook.events.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('trying it', () => {
  it('sends one mail, tells the webhook, and says what is wrong', async () => {
    await start();
    expect((await run(world, 'notices', 'test', 'new@vendor.example', '--language', 'sr')).code).toBe(0);
    expect(mail.taken()).toMatchObject([{ to: ['new@vendor.example'], subject: 'feedsync: probna poruka' }]);
    expect((await run(world, 'notices', 'test', 'webhook')).code).toBe(0);
    expect(hook.events).toHaveLength(1);
    expect((await run(world, 'doctor')).out).toContain('Notices are sent by mail and the webhook');

    mail.refuse = 550;
    const refused = await run(world, 'notices', 'test', 'new@vendor.example');
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('did not accept the mail (550)');
    expect(refused.err).not.toContain('new@');
    expect((await run(world, 'notices', 'test', 'nobody')).code).toBe(2);
    const bundle = join(world.folder, 'bundle.json');
    await run(world, 'doctor', '--bundle', bundle);
    const bundled = await readFile(bundle, 'utf8');
    for (const told of [secret(''), webhookSecret, '/hooks/', '@vendor.example'])
      expect(bundled).not.toContain(told);
    mail.refuse = null;
    const smtp = { url: mail.url, user: 'feedsync', password: secret('wrong'), from: ops };
    await world.configure({ notices: { smtp, operators: [{ email: ops }] } });
    expect((await run(world, 'notices', 'test', ops)).err).toContain(
      'does not accept user and password (535)',
    );
    await mail.close();
    expect((await run(world, 'doctor')).out).toContain('No mail can be sent: the mail server 127.0.0.1');
  });
});
