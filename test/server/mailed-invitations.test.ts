import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer } from '../../src/assemble/server.js';
import { minute } from '../support/manual-clock.js';
import { MailServer, type ArrivedMail } from '../support/mail-server.js';
import { ApiWorld, password, type Caller } from './api-world.js';

const publicUrl = 'http://127.0.0.1:8443';

let api: ApiWorld;
let mail: MailServer;
let boss: Caller;

beforeEach(async () => {
  [api, mail] = await Promise.all([ApiWorld.create(), MailServer.start()]);
  await configure({ notices: { smtp: { url: mail.url, from: 'feedsync <feedsync@vendor.example>' } } });
  boss = await api.signedIn('boss', 'administrator');
});
afterEach(async () => {
  await Promise.all([api.close(), mail.close()]);
});

/** @param publicAddress null: none is configured */
async function configure(change: Record<string, unknown>, publicAddress: string | null = publicUrl) {
  await api.world.configure(change);
  await api.restart();
  api.world.app.config.server.publicUrl = publicAddress;
  await api.server.close();
  api.world.app.config.server.port = 0;
  api.server = await startServer(api.world.app);
}

async function bring(name: string, of: { title?: string; email?: string; language?: string } = {}) {
  const { title = name, email = `${name}@agency.example`, language = 'sr-Latn' } = of;
  await api.services.store.setups.add(
    { name, title, email, language: language as 'en', feed: {} },
    'test',
    api.world.clock.now(),
  );
}

interface Invited {
  status: number;
  message: string;
  link: string;
  mailed: { ok: boolean; problem: string | null } | null;
}

async function ask(caller: Caller, path: string, body: Record<string, unknown>): Promise<Invited> {
  const { status, text } = await caller.ask('POST', path, { body });
  const { error, ...rest } = JSON.parse(text) as Invited & { error?: { message: string } };
  return { ...rest, status, message: error?.message ?? '' };
}

const inviteByMail = (name: string): Promise<Invited> =>
  ask(boss, `/agencies/${name}/invite`, { mail: true });

function only(mails: readonly ArrivedMail[]): ArrivedMail {
  expect(mails).toHaveLength(1);
  return mails[0]!;
}

describe('an invitation by mail', () => {
  it('brings the agency its own link in its language, which opens a page and decides nothing', async () => {
    await bring('primer', { title: 'Kuća <b>Primer</b> `x`' });
    expect(await inviteByMail('primer')).toMatchObject({ status: 200, mailed: { ok: true, problem: null } });
    const { to, subject, text, html } = only(mail.taken());
    expect(to).toEqual(['primer@agency.example']);
    expect(subject).toBe('Poziv: oglasi agencije Kuća <b>Primer</b> ’x’ na portalu');
    expect(text).toContain('Prijavljujete se adresom primer@agency.example.');
    expect(html).toContain('Kuća &lt;b&gt;Primer&lt;/b&gt;');
    const [link = ''] = /http\S+/.exec(text) ?? [];
    expect(link).toMatch(new RegExp(`^${publicUrl}/console/invitation#\\S+$`));

    const secret = link.split('#')[1] ?? '';
    const reader = api.caller();
    for (let scans = 0; scans < 2; scans++)
      expect((await reader.ask('POST', '/invitations/look', { body: { secret } })).status).toBe(200);
    expect((await reader.ask('POST', '/invitations/accept', { body: { secret, password } })).status).toBe(
      200,
    );

    const { audit } = await boss.get<{ audit: { action: string; subject: string; author: string }[] }>(
      '/audit',
    );
    expect(audit.filter(({ action }) => action === 'account.mail')).toMatchObject([
      { subject: 'account primer@agency.example', author: 'boss' },
    ]);
  });

  it('keeps a title of several lines on one line of its text, and takes no half of an address for an address', async () => {
    await bring('redovi', { title: 'Kuća\r\n\r\nhttps://evil.example/\r\nznači' });
    expect((await inviteByMail('redovi')).status).toBe(200);
    const { subject, text } = only(mail.taken());
    expect([subject, text]).toEqual(
      Array(2).fill(expect.stringContaining('Kuća https://evil.example/ znači')),
    );
    expect(text.split(/\r?\n/).filter((line) => line.startsWith('https://evil'))).toEqual([]);
    const title = 'Dva\nreda ';
    const url = `${api.world.feedUrl}/dva.xml`;
    const made = await boss.ask('POST', '/agencies', {
      body: { name: 'dva', title, email: 'a@dva.example', url },
    });
    expect(JSON.parse(made.text)).toMatchObject({ title: 'Dva reda' });
    await boss.ask('PATCH', '/agencies/dva', { body: { title: 'Tri\n\nreda' } });
    expect(await boss.get('/agencies/dva')).toMatchObject({ title: 'Tri reda' });

    const half = await ask(boss, '/agencies/redovi/invite', { email: 'x@', mail: true });
    expect([half.status, half.message]).toEqual([409, expect.stringContaining('x@')]);
    const ana = await api.signedIn('ana@agency.example', 'agency', [api.a]);
    expect((await ask(ana, '/colleagues', { email: 'x@' })).status).toBe(409);
    expect(mail.taken()).toEqual([]);
  });

  it('goes to one address once in ten minutes, and voids no link where it does not go', async () => {
    await bring('primer', { language: 'sr-Cyrl' });
    const first = await inviteByMail('primer');
    expect(only(mail.taken()).text).toMatch(/^Позвани сте .* агенције primer .*primer@agency\.example\./);
    const second = await inviteByMail('primer');
    expect([second.status, second.message]).toEqual([
      409,
      expect.stringContaining('less than ten minutes ago'),
    ]);
    const secret = first.link.split('#')[1] ?? '';
    expect((await api.caller().ask('POST', '/invitations/look', { body: { secret } })).status).toBe(200);
    api.world.clock.advance(11 * minute);
    expect((await inviteByMail('primer')).status).toBe(200);
    expect(mail.taken()).toHaveLength(1);
    for (let mails = 2; mails < 5; mails++) {
      api.world.clock.advance(11 * minute);
      expect((await inviteByMail('primer')).status).toBe(200);
    }
    api.world.clock.advance(11 * minute);
    const sixth = await inviteByMail('primer');
    expect([sixth.status, sixth.message]).toEqual([409, expect.stringContaining('Five invitations')]);
    api.world.clock.advance(24 * 60 * minute);
    boss = await api.signedIn('boss2', 'administrator');
    expect((await inviteByMail('primer')).status).toBe(200);
  });

  it('is refused without an address, a mail server or an address of the console: nothing is made then', async () => {
    await bring('bez', { email: '' });
    expect((await inviteByMail('bez')).message).toMatch(/^The agency has no e-mail address/);
    await bring('primer');
    await configure({}, null);
    expect((await inviteByMail('primer')).message).toContain('server.public_url');
    await configure({ notices: {} });
    expect((await inviteByMail('primer')).message).toContain('notices.smtp');
    expect(await boss.get('/session')).toMatchObject({ mails_invitations: false });
    expect(mail.taken()).toEqual([]);
    expect(await api.services.store.access.accountNamed('primer@agency.example')).toBeNull();
    expect((await ask(boss, '/agencies/primer/invite', {})).mailed).toBeNull();
  });

  it('that the mail server does not take leaves the link to be passed on, and its reason to staff', async () => {
    await bring('primer');
    mail.refuse = 550;
    const { status, link, mailed } = await inviteByMail('primer');
    expect([status, mailed?.ok, mailed?.problem]).toEqual([200, false, expect.stringContaining('550')]);
    expect(link).toContain('/console/invitation#');
    const ana = await api.signedIn('ana@agency.example', 'agency', [api.a]);
    const made = await ask(ana, '/colleagues', { email: 'mira@agency.example', mail: true });
    expect(made.mailed).toEqual({ ok: false, problem: null });
    // What was not taken does not count: the next one may go at once.
    mail.refuse = null;
    const { mailed: then } = await ask(ana, '/colleagues', { email: 'mira@agency.example', mail: true });
    expect(then).toEqual({ ok: true, problem: null });
    expect(only(mail.taken()).text).toMatch(/^ana@agency\.example vas poziva/);
    const again = await ask(ana, '/colleagues', { email: 'mira@agency.example', mail: true });
    expect(again.message).toContain('less than ten minutes ago');
  });

  it('goes to one address once, however many ask at once and whatever else is done with the account', async () => {
    const ana = await api.signedIn('ana@agency.example', 'agency', [api.a]);
    const inviteMira = (mail: boolean): Promise<Invited> =>
      ask(ana, '/colleagues', { email: 'mira@agency.example', mail });
    const made = await Promise.all([1, 2, 3, 4].map(() => inviteMira(true)));
    expect(made.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const { link } = made.find(({ status }) => status === 200)!;
    expect(only(mail.taken()).text).toContain(link);
    const secret = link.split('#')[1] ?? '';
    expect((await api.caller().ask('POST', '/invitations/look', { body: { secret } })).status).toBe(200);
    for (let links = 0; links < 55; links++) await inviteMira(false);
    expect((await inviteMira(true)).status).toBe(409);
    expect(mail.taken()).toEqual([]);
  });
});
