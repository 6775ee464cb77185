import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readAttemptKey } from '../../src/assemble/attempt-key.js';
import { startServer } from '../../src/assemble/server.js';
import { patience } from '../../src/core/setup/sign-in.js';
import { checkSignIns } from '../../src/inspect/checks/check-sign-ins.js';
import { keyedHash, nameHash } from '../../src/platform/keyed-hash.js';
import { erasePerson, findPerson } from '../../src/sync/decisions/erase.js';
import { readContact } from '../../src/core/content/one-contact.js';
import { keepHouse } from '../../src/sync/upkeep/housekeeping.js';
import { hour, minute, second } from '../support/manual-clock.js';
import { ApiWorld, password, type Caller, type Reply } from './api-world.js';

let api: ApiWorld;
const email = 'ana@agency.example';
beforeAll(async () => {
  api = await ApiWorld.create();
  await api.signedIn(email, 'agency', [api.a]);
  // With the product's own hash, which takes its time.
  const secret = await api.invited('boss', 'administrator');
  await api.caller().ask('POST', '/invitations/accept', { body: { secret, password } });
  await serve({ publicUrl: 'http://feedsync.example' });
});
afterAll(() => api.close());
beforeEach(() => api.world.clock.advance(2 * hour));

/** The server again, behind a proxy on this machine that names its clients. */
async function serve(change: Partial<typeof api.world.app.config.server>): Promise<void> {
  Object.assign(api.world.app.config.server, change);
  await api.server.close();
  api.server = await startServer(api.world.app);
}

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const signIn = (address: string, { name = email, word = password, as = api.caller() } = {}): Promise<Reply> =>
  as.ask('POST', '/session', { body: { name, password: word }, ...from(address) });
const statusOf = async (reply: Promise<Reply>): Promise<number> => (await reply).status;
async function fail(times: number, address: (index: number) => string, name = email): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < times; index++)
    statuses.push(await statusOf(signIn(address(index), { name, word: 'wrong wrong wrong' })));
  return statuses;
}
/** Failures as if so many had been judged. */
async function failed(times: number, ...parts: string[]): Promise<void> {
  const key = await readAttemptKey(api.world.app.config);
  const counter = { key: keyedHash(key!, ...parts), nameKey: null };
  const at = api.world.clock.now();
  for (let index = 0; index < times; index++)
    await api.services.store.access.addFailure([counter], { at, since: 0, most: 100_000 });
}

describe('strangers who fail', () => {
  it('at one name, from one address, do not keep its owner out elsewhere', async () => {
    const tried = await fail(12, () => '203.0.113.1');
    expect(tried.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    expect(new Set(tried.slice(5))).toEqual(new Set([429]));
    expect(await statusOf(signIn('198.51.100.7'))).toBe(200);
  });

  it('at one name from many addresses delay its owner by seconds, and never by more than half a minute', async () => {
    expect(await fail(patience.name.free, (index) => `203.0.113.${index}`)).toEqual(
      Array.from({ length: patience.name.free }, () => 401),
    );
    const late = await signIn('198.51.100.7');
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '1']);
    // What has to wait is not counted on, however often it is tried.
    expect(new Set(await fail(20, (index) => `203.0.114.${index}`))).toEqual(new Set([429]));
    api.world.clock.advance(second);
    expect(await statusOf(signIn('198.51.100.7'))).toBe(200);

    await failed(60, 'name', email);
    const longest = await signIn('198.51.100.7');
    expect([longest.status, longest.headers.get('retry-after')]).toEqual([429, '30']);
    api.world.clock.advance(30 * second);
    expect(await statusOf(signIn('198.51.100.7'))).toBe(200);
  });

  it('at many names from one address are delayed, an office behind it after fifty', async () => {
    await failed(patience.address.free - 1, 'address', '203.0.113.209');
    expect(await fail(1, () => '203.0.113.209', 'nobody')).toEqual([401]);
    expect(await statusOf(signIn('203.0.113.209'))).toBe(429);
    expect(await statusOf(signIn('203.0.113.210'))).toBe(200);
    api.world.clock.advance(minute);
    expect(await statusOf(signIn('203.0.113.209'))).toBe(200);
  });

  it('count by /64 where they have IPv6', async () => {
    await failed(patience.address.free, 'address', '2001:db8:1:2::/64');
    expect(await statusOf(signIn('2001:db8:1:2:aaaa::1'))).toBe(429);
    expect(await statusOf(signIn('2001:db8:1:3:aaaa::1'))).toBe(200);
  });

  it('cannot write their address themselves', async () => {
    await failed(patience.address.free, 'address', '203.0.113.30');
    expect(await statusOf(signIn('198.51.100.1, 203.0.113.30'))).toBe(429);
  });

  it('have no effect on a browser in which the account signed in before', async () => {
    const browser = api.caller();
    expect(await statusOf(signIn('198.51.100.7', { as: browser }))).toBe(200);
    browser.cookie = null;
    await failed(60, 'name', email);
    await failed(60, 'address', '203.0.113.40');
    await failed(60, 'name from address', email, '203.0.113.40');
    expect(await statusOf(signIn('203.0.113.40'))).toBe(429);
    expect(await statusOf(signIn('203.0.113.40', { as: browser }))).toBe(200);
    // For that account alone.
    expect(await statusOf(signIn('203.0.113.40', { as: browser, name: 'boss' }))).toBe(429);
  });

  it('in a known browser use up its own budget, which ends with the password', async () => {
    const browser = api.caller();
    await signIn('198.51.100.7', { as: browser, name: 'boss' });
    const again = { as: Object.assign(api.caller(), { browser: browser.browser }), name: 'boss' };
    for (let tried = 0; tried < patience.browser.free; tried++)
      expect(await statusOf(signIn('198.51.100.7', { ...again, word: 'wrong wrong wrong' }))).toBe(401);
    expect(await statusOf(signIn('198.51.100.7', again))).toBe(429);
    expect(await statusOf(signIn('198.51.100.7', { name: 'boss' }))).toBe(200);

    const stolen = browser.browser;
    const changed = await browser.ask('PUT', '/session/password', {
      body: { former: password, password: 'another horse battery' },
    });
    expect(changed.status).toBe(200);
    expect(browser.browser).not.toBe(stolen);
    await failed(60, 'name', 'boss');
    const thief = Object.assign(api.caller(), { browser: stolen });
    const word = 'another horse battery';
    expect(await statusOf(signIn('198.51.100.7', { as: thief, name: 'boss', word }))).toBe(429);
    const own = Object.assign(api.caller(), { browser: browser.browser });
    expect(await statusOf(signIn('198.51.100.7', { as: own, name: 'boss', word }))).toBe(200);
  });

  it('guess at a former password in a session no faster than at a sign-in', async () => {
    const browser = api.caller();
    await signIn('198.51.100.7', { as: browser });
    const change = async (): Promise<number> =>
      (
        await browser.ask('PUT', '/session/password', {
          body: { former: 'wrong wrong wrong', password: 'yet another horse' },
        })
      ).status;
    for (let tried = 0; tried < patience.browser.free; tried++) expect(await change()).toBe(422);
    expect(await change()).toBe(429);
  });
});

describe('a sign-in', () => {
  it('is one at a time for a name: the others are answered at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        signIn(`203.0.113.${100 + index}`, { name: 'boss', word: 'wrong wrong wrong' }),
      ),
    );
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([401, ...Array.from({ length: 7 }, () => 429)]);
    expect(replies.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('1');
  });

  it('takes no place from others while it has to wait', async () => {
    await failed(patience.address.free, 'address', '203.0.113.60');
    const { access } = api.services.store;
    const failures = access.failures.bind(access);
    // As over a network: until all have asked.
    const asked: (() => void)[] = [];
    access.failures = async (keys) => {
      const found = await failures(keys);
      if (asked.length < 31)
        await new Promise<void>((go) => asked.push(go) === 31 && asked.map((each) => each()));
      return found;
    };
    try {
      const waiting = Array.from({ length: 30 }, (_, index) =>
        signIn('203.0.113.60', { name: `name ${index}` }),
      );
      await expect.poll(() => asked.length).toBe(30);
      expect(await statusOf(signIn('198.51.100.7'))).toBe(200);
      expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([429]));
    } finally {
      access.failures = failures;
    }
  });

  it('leaves nothing in the store that says who tried, and nothing at all after a while', async () => {
    const typed = 'my secret word, in the wrong field';
    await fail(2, () => '203.0.113.77', typed);
    const { store } = api.services;
    const rows = await store.access.failures([
      nameHash((await readAttemptKey(api.world.app.config))!, typed),
    ]);
    expect([...rows.values()]).toMatchObject([{ failures: 2 }]);
    expect(JSON.stringify([...rows])).not.toMatch(/secret|203\.0/);
    api.world.clock.advance(2 * hour);
    await keepHouse(api.services);
    expect((await store.access.failures([...rows.keys()])).size).toBe(0);
  });

  it('is found and erased with the person who tried', async () => {
    const person = 'Mina@Person.example';
    await fail(1, () => '203.0.113.78', 'mina@person.example');
    const found = await findPerson(person, readContact(person)!, api.services);
    expect(found.rows).toMatchObject({ signInFailure: 2 });
    expect(await erasePerson({ text: person, author: 'test' }, api.services)).toMatchObject({
      ok: true,
      rows: { signInFailure: 2 },
    });
    expect((await findPerson(person, readContact(person)!, api.services)).rows).toEqual({});
  });
});

describe('behind a proxy that is not on this machine', () => {
  it('clients are told apart once it is named, and doctor asks for that before', async () => {
    // This machine plays a proxy in another network: it is no loopback proxy without a public address.
    await serve({ publicUrl: null, trustedProxies: [] });
    await failed(patience.address.free, 'address', '127.0.0.1');
    expect(await statusOf(signIn('198.51.100.8'))).toBe(429);
    const { readRange } = await import('../../src/core/setup/address-ranges.js');
    await serve({ trustedProxies: [readRange('127.0.0.0/8')!] });
    expect(await statusOf(signIn('198.51.100.8'))).toBe(200);

    const says = async (): Promise<string> =>
      (await checkSignIns(api.services.store, String))
        .map(({ message, next }) => `${message} ${next}`)
        .join();
    const attention = async () =>
      (await api.world.attention()).filter(({ kind }) => kind === 'proxy_not_trusted');
    expect(await says()).toBe('');
    for (let tried = 0; tried < 3; tried++) await signIn('172.18.0.1');
    expect(await says()).toContain('All 3 sign-ins since');
    expect(await says()).toContain('trusted_proxies: [172.18.0.1]');
    // A person of that network, who may well be alone, is no proxy.
    expect(await attention()).toEqual([]);
    await signIn('198.51.100.8');
    expect(await says()).toBe('');

    // It names a client of its own, and is not trusted to.
    for (let tried = 0; tried < 2; tried++) await signIn('198.51.100.9, 172.18.0.1');
    expect(await attention()).toEqual([]);
    await signIn('198.51.100.9, 172.18.0.1');
    expect(await attention()).toMatchObject([
      { kind: 'proxy_not_trusted', agency: 'all agencies', count: 3, operator: true },
    ]);
    const [{ sentence, next } = { sentence: null, next: null }] = await attention();
    expect(sentence?.en).toContain('through the proxy 172.18.0.1, which is not in server.trusted_proxies');
    expect(next?.sr).toContain('server: { trusted_proxies: [172.18.0.1] }');
    // Named, it is over at once, and not only when the next person signs in.
    await serve({ trustedProxies: [readRange('127.0.0.0/8')!, readRange('172.18.0.1')!] });
    expect(await attention()).toEqual([]);
    await serve({ publicUrl: 'http://feedsync.example', trustedProxies: [] });
  });
});

describe('what a leaked token opens', () => {
  const tokenOf = async (caller: Caller): Promise<Caller> => {
    const { text } = await caller.ask('POST', '/tokens', { body: { label: 'leaked', scope: 'full' } });
    return Object.assign(api.caller(), { token: (JSON.parse(text) as { token: string }).token });
  };

  it('is no way to another account: only people who signed in say who may come in', async () => {
    const chief = await api.signedIn('chief', 'administrator');
    const leaked = await tokenOf(chief);
    const { id } = (await api.services.store.access.accountNamed(email))!;
    const role = { name: 'friend@evil.example', role: 'administrator' };
    const tries: [string, string, unknown][] = [
      ['POST', '/users', role],
      ['POST', `/users/${id}/invitation`, undefined],
      ['PUT', `/users/${id}/connections`, { connections: [api.b] }],
      ['DELETE', `/users/${id}`, undefined],
      ['POST', '/agencies/x/invite', {}],
      ['POST', '/tokens', { label: 'another', scope: 'full' }],
      ['PUT', '/session/password', { former: password, password: 'another horse battery' }],
    ];
    for (const [method, path, body] of tries)
      expect([path, await statusOf(leaked.ask(method, path, { body }))]).toEqual([path, 403]);
    // What it could see it still sees.
    expect(await statusOf(leaked.ask('GET', '/users'))).toBe(200);
    expect(await statusOf(chief.ask('POST', '/users', { body: role }))).toBe(200);
  });

  it('is one of a hundred of an account, of which those that are over do not count', async () => {
    const maker = await api.signedIn('maker', 'operator');
    const add = async (days: number | null): Promise<number> =>
      statusOf(maker.ask('POST', '/tokens', { body: { label: 'crm', scope: 'poll', days } }));
    for (let made = 0; made < 99; made++) expect(await add(null)).toBe(200);
    expect(await add(1)).toBe(200);
    expect(await add(null)).toBe(409);
    api.world.clock.advance(25 * hour);
    const again = Object.assign(api.caller(), { browser: maker.browser });
    expect(await statusOf(signIn('198.51.100.7', { as: again, name: 'maker' }))).toBe(200);
    const { tokens } = await again.get<{ tokens: { id: number }[] }>('/tokens');
    const tried = await again.ask('POST', '/tokens', { body: { label: 'crm', scope: 'poll' } });
    expect([tried.status, tokens.length >= 100]).toEqual([200, true]);
  });

  it('ends with the password where that is asked for, and with a fresh invitation in any case', async () => {
    const lead = await api.signedIn('lead', 'operator');
    const leaked = await tokenOf(lead);
    const works = (): Promise<number> => statusOf(leaked.ask('GET', '/session'));
    const change = async (former: string, next: string, revoke_tokens?: boolean): Promise<string> =>
      (await lead.ask('PUT', '/session/password', { body: { former, password: next, revoke_tokens } })).text;
    expect(await change(password, 'another horse battery')).toContain('tokens are still good');
    expect(await works()).toBe(200);
    expect(await change('another horse battery', password, true)).toContain('1 of your tokens');
    expect(await works()).toBe(401);

    const second = await tokenOf(lead);
    const { invite } = await import('../../src/server/access/invite.js');
    const account = (await api.services.store.access.accountNamed('lead'))!;
    const { secret } = await invite(account, 'test', api.services);
    expect(await statusOf(second.ask('GET', '/session'))).toBe(200);
    const accepted = await api.caller().ask('POST', '/invitations/accept', { body: { secret, password } });
    expect(accepted.status).toBe(200);
    expect(await statusOf(second.ask('GET', '/session'))).toBe(401);
    expect(await statusOf(lead.ask('GET', '/session'))).toBe(401);
  });
});
