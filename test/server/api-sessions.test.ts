import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAdministratorLink, startServer } from '../../src/assemble/server.js';
import { sessionLimits } from '../../src/core/setup/sign-in.js';
import { hour, minute, second } from '../support/manual-clock.js';
import { ApiWorld, password, type Caller } from './api-world.js';

let api: ApiWorld;
let ana: Caller;
beforeAll(async () => {
  api = await ApiWorld.create();
  ana = await api.signedIn('Ana@agency.example', 'agency', [api.a]);
});
afterAll(() => api.close());

const codeOf = ({ text }: { text: string }): unknown =>
  (JSON.parse(text) as { error?: { code: string } }).error?.code ?? null;
const signIn = (caller: Caller, name = 'ana@agency.example', word = password) =>
  caller.ask('POST', '/session', { body: { name, password: word } });
const who = async (caller: Caller): Promise<number> => (await caller.ask('GET', '/session')).status;
const copyOf = (caller: Caller): Caller => Object.assign(api.caller(), { cookie: caller.cookie });

describe('sessions', () => {
  it('begin anew at each sign-in, and end with it, whatever a browser remembers', async () => {
    const caller = api.caller();
    const reply = await signIn(caller);
    expect(reply.status).toBe(200);
    const [set = ''] = reply.headers.getSetCookie();
    expect(set).toMatch(/^feedsync=[\w-]{43};.*HttpOnly; SameSite=Strict$/);
    expect(set).toContain('Path=/');
    expect(set).not.toContain('Secure');

    const before = copyOf(caller);
    await signIn(caller);
    expect(caller.cookie).not.toBe(before.cookie);
    expect([await who(before), await who(caller)]).toEqual([401, 200]);

    const remembered = copyOf(caller);
    expect((await caller.ask('DELETE', '/session')).status).toBe(200);
    const gone = await remembered.ask('GET', '/listings');
    expect([gone.status, codeOf(gone)]).toEqual([401, 'not_signed_in']);
  });

  it('end where they are not used, and after a day’s work in any case', async () => {
    const idle = copyOf(ana);
    const busy = api.caller();
    await signIn(busy);
    let used = 0;
    while (used + 20 * minute < sessionLimits.absoluteMs) {
      api.world.clock.advance(20 * minute);
      used += 20 * minute;
      expect(await who(busy)).toBe(200);
    }
    expect(await who(idle)).toBe(401);
    api.world.clock.advance(sessionLimits.absoluteMs - used);
    expect(await who(busy)).toBe(401);
    expect((await signIn(ana)).status).toBe(200);
    api.world.clock.advance(sessionLimits.idleMs - second);
    expect(await who(ana)).toBe(200);
  });

  it('end with the password, but for the one in which it was changed', async () => {
    const here = api.caller();
    const there = api.caller();
    await api
      .invited('eva', 'operator')
      .then((secret) => here.ask('POST', '/invitations/accept', { body: { secret, password } }));
    await signIn(there, 'eva');
    const change = (word: string) =>
      here.ask('PUT', '/session/password', { body: { former: password, password: word } });
    for (const weak of ['too short', 'aaaaaaaaaaaaaaaa', 'my name is eva, hello', 'Password-2026'])
      expect([weak, codeOf(await change(weak))]).toEqual([weak, 'weak_password']);
    expect((await change('another horse battery')).status).toBe(200);
    expect([await who(here), await who(there)]).toEqual([200, 401]);
    expect((await signIn(there, 'eva')).status).toBe(401);
  });

  it('are given by a link once; the first start has one for the first administrator', async () => {
    const secret = await api.invited('ivo', 'operator');
    const caller = api.caller();
    const look = await caller.ask('POST', '/invitations/look', { body: { secret } });
    expect(JSON.parse(look.text)).toEqual({ name: 'ivo', role: 'operator', connections: [] });
    const accept = () => caller.ask('POST', '/invitations/accept', { body: { secret, password } });
    expect([(await accept()).status, (await accept()).status]).toEqual([200, 410]);

    const former = await firstAdministratorLink(api.world.app, api.server);
    const link = await firstAdministratorLink(api.world.app, api.server);
    expect(link).toMatch(new RegExp(`^${api.server.url}/console/invitation#`));
    const first = api.caller();
    const use = (url: string | null) =>
      first.ask('POST', '/invitations/accept', { body: { secret: url?.split('#')[1], password } });
    expect([(await use(former)).status, (await use(link)).status]).toEqual([410, 200]);
    expect(await firstAdministratorLink(api.world.app, api.server)).toBeNull();
    const { users } = await first.get<{ users: { id: number; name: string }[] }>('/users');
    const own = users.find(({ name }) => name === 'admin')?.id ?? 0;
    expect(codeOf(await first.ask('DELETE', `/users/${own}`))).toBe('conflict');
  });

  it('are given to a colleague by an agency, who sees what it sees and takes over no account', async () => {
    await signIn(ana);
    const ask = (caller: Caller, email: string) => caller.ask('POST', '/colleagues', { body: { email } });
    const refusal = async (caller: Caller, email: string): Promise<string> => {
      const { status, text } = await ask(caller, email);
      return `${status} ${(JSON.parse(text) as { error: { message: string } }).error.message}`;
    };
    const made = await ask(ana, 'Mira@agency.example');
    const { link } = JSON.parse(made.text) as { link: string };
    const again = JSON.parse((await ask(ana, 'mira@agency.example')).text) as { link: string };
    const mira = api.caller();
    const accept = (url: string) =>
      mira.ask('POST', '/invitations/accept', { body: { secret: url.split('#')[1], password } });
    expect([(await accept(link)).status, (await accept(again.link)).status]).toEqual([410, 200]);
    const { account } = await mira.get<{ account: { role: string; connections: string[] } }>('/session');
    expect(account).toMatchObject({ role: 'agency', connections: [api.a] });

    // A link lets its reader choose a password: none is made for an account that has one, or that another person invited.
    expect(await refusal(ana, 'mira@agency.example')).toMatch(/^409 That address has an account already/);
    await api.invited('eva@portal.example', 'administrator');
    expect(await refusal(mira, 'eva@portal.example')).toMatch(/^409 That address has an account already/);
    await ask(ana, 'ned@agency.example');
    const ned = await api.services.store.access.accountNamed('ned@agency.example');
    const by = await api.signedIn('boss', 'administrator');
    await by.ask('PUT', `/users/${ned?.id ?? 0}/connections`, { body: { connections: [api.a, api.b] } });
    expect(await refusal(ana, 'ned@agency.example')).toMatch(/^409 That address has an account already/);
    expect(await refusal(ana, 'mira')).toMatch(/^409 That is no e-mail address/);

    for (let more = 3; more <= 30; more++)
      expect((await ask(ana, `c${more}@agency.example`)).status).toBe(200);
    expect(await refusal(ana, 'c31@agency.example')).toMatch(/^409 You have invited 30 colleagues today/);
    api.world.clock.advance(25 * hour);
    await signIn(ana);
    expect((await ask(ana, 'c31@agency.example')).status).toBe(200);
  });

  it('carry a cookie that is bound to the host, under https', async () => {
    api.world.app.config.server.publicUrl = 'https://feedsync.example';
    const server = await startServer(api.world.app);
    try {
      const reply = await fetch(`${server.url}/api/v1/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'https://feedsync.example' },
        body: JSON.stringify({ name: 'ana@agency.example', password }),
      });
      expect(reply.status).toBe(200);
      const [set = '', browser = ''] = reply.headers.getSetCookie();
      expect(set).toMatch(/^__Host-feedsync=/);
      expect(browser).toMatch(/^__Host-feedsync-browser=/);
      for (const part of ['Path=/', 'Secure', 'HttpOnly', 'SameSite=Strict'])
        for (const each of [set, browser]) expect(each).toContain(part);
      expect(set + browser).not.toContain('Domain');
      // One that another host of the domain may have planted is not looked at.
      const planted = set.split(';')[0]?.replace('__Host-', '') ?? '';
      const status = (cookie: string) =>
        fetch(`${server.url}/api/v1/session`, { headers: { cookie } }).then((got) => got.status);
      expect([await status(planted), await status(`__Host-${planted}`)]).toEqual([401, 200]);
    } finally {
      await server.close();
      api.world.app.config.server.publicUrl = null;
    }
  });
});

describe('tokens', () => {
  it('are refused once they are revoked, over or their account is gone', async () => {
    await signIn(ana);
    const add = await ana.ask('POST', '/tokens', { body: { label: 'crm', scope: 'full', days: 1 } });
    const { id, token } = JSON.parse(add.text) as { id: number; token: string };
    const script = Object.assign(api.caller(), { token });
    expect(await who(script)).toBe(200);
    expect((await script.ask('GET', '/listings', { headers: { authorization: 'Basic eDp5' } })).status).toBe(
      401,
    );
    await ana.ask('DELETE', `/tokens/${id}`);
    expect(await who(script)).toBe(401);

    const dated = await ana.ask('POST', '/tokens', { body: { label: 'crm', scope: 'full', days: 1 } });
    script.token = (JSON.parse(dated.text) as { token: string }).token;
    expect(await who(script)).toBe(200);
    api.world.clock.advance(24 * hour);
    expect(await who(script)).toBe(401);

    const other = await api.signedIn('uno', 'operator');
    const ofOther = await api.withToken('uno', 'read');
    const account = await api.services.store.access.accountNamed('uno');
    await api.services.store.access.removeAccount(account?.id ?? 0, 'test', 1);
    expect([await who(other), await who(ofOther)]).toEqual([401, 401]);
  });
});

describe('fault 121: the API', () => {
  it('changes nothing for another site', async () => {
    await signIn(ana);
    const suppress = (headers: Record<string, string>, body: unknown = { reason: 'x' }) =>
      ana.ask('POST', `/listings/${api.a}/A0001/suppress`, { body, headers });
    const refused: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${api.server.url}1` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      // A cookie, and nothing that says from where.
      { origin: '', 'sec-fetch-site': '' },
    ];
    for (const headers of refused)
      expect([headers, codeOf(await suppress(headers))]).toEqual([headers, 'cross_site']);
    const form = await suppress({ 'content-type': 'text/plain' }, '{"reason":"x"}');
    expect(codeOf(form)).toBe('wrong_type');
    const signing = await api.caller().ask('POST', '/session', {
      body: { name: 'ana@agency.example', password },
      headers: { origin: 'https://evil.example' },
    });
    expect([codeOf(signing), signing.headers.get('set-cookie')]).toEqual(['cross_site', null]);
    expect((await api.services.store.suppressions.all()).length).toBe(0);
    // Of its own pages, and of a script with a token, it is taken.
    expect((await suppress({})).status).toBe(200);
    const script = await api.withToken('ana@agency.example', 'full');
    const lift = await script.ask('POST', `/listings/${api.a}/A0001/unsuppress`, {
      headers: { origin: '', 'sec-fetch-site': '' },
    });
    expect(lift.status).toBe(200);
    const { author } = (await api.services.store.audit.list({ limit: 1 }))[0] ?? {};
    expect(author).toMatch(/^ana@agency\.example \(token \d+, full\)$/);
  });

  it('takes ids for names of things, never for paths', async () => {
    const paths = [
      `/listings/${api.a}/..%2F..%2F${api.b}%2FA0101`,
      `/listings/${api.a}%2F..%2F${api.b}/A0101`,
      `/listings/${api.a}/%2e%2e%2f%2e%2e%2fetc%2fpasswd`,
      `/listings/${api.a}/../${api.b}/A0101`,
      '/feeds/..%2f..%2fagency-b',
      '/feeds/agency-b%00',
      '/holds/..%2f1',
      '/holds/1e9',
      '/holds/99999999999999999999',
      '/nothing',
    ];
    for (const path of paths) {
      const reply = await ana.ask('GET', path);
      expect([path, reply.status >= 400 && reply.status < 500]).toEqual([path, true]);
      expect(reply.text).not.toContain('Dvosoban');
    }
    const preview = await ana.ask('POST', '/feeds/agency/mapping/preview', {
      body: { mapping: '../../etc/passwd' },
    });
    expect(codeOf(preview)).toBe('bad_request');
    for (const cursor of ['x', Buffer.from('{"connectionId":1}').toString('base64url')])
      expect(codeOf(await ana.ask('GET', `/listings?cursor=${cursor}`))).toBe('bad_request');
  });

  it('answers under its own names, and nothing of it runs in a browser', async () => {
    for (const path of ['/openapi.json', '/overview', '/nothing']) {
      const { headers } = await ana.ask('GET', path);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-type')).toContain('application/json');
    }
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      request(`${api.server.url}/api/v1/openapi.json`, { headers: { host: 'evil.example' } }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(421);
    const long = await ana.ask('POST', '/tokens', { body: { label: 'x'.repeat(300_000) } });
    expect(codeOf(long)).toBe('too_large');
    expect(codeOf(await ana.ask('POST', '/tokens', { body: '{' }))).toBe('bad_request');
  });
});
