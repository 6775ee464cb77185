import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import {
  Asked,
  bodies,
  inBodies,
  inPaths,
  inQueries,
  neededQueries,
  sought,
  type Document,
  type Ids,
  type Slot,
} from './api-operations.js';
import { ApiWorld, type Caller } from './api-world.js';

const ofB = () => new RegExp(`${sought}|agency-b|b@agency|B nekretnine|A010\\d|${api.b}`, 'i');

/** They do not end: each has a test below, unless no agency may read it. */
const streams = ['GET /events'];
/** A secret or a name and a password let in: who is refused is told nothing. */
const doors = ['POST /session', 'POST /invitations/look', 'POST /invitations/accept'];
/** Says goodbye: last. */
const last = 'DELETE /session';

let api: ApiWorld;
let asA: Caller;
let asB: Caller;
let document: Document;
const ids = {} as Record<'a' | 'b' | 'nobody', Ids>;

function operations(): Asked[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        new Asked(`${method.toUpperCase()} ${path.replace('/api/v1', '')}`, operation, document),
    ),
  );
  const isLast = ({ endpoint }: Asked): number => (endpoint === last ? 1 : 0);
  return all
    .filter(({ endpoint }) => !streams.includes(endpoint))
    .sort((one, other) => isLast(one) - isLast(other));
}

/** One of everything for an agency; `note` stands wherever words do. */
async function furnish(of: 'a' | 'b', caller: Caller, note: string): Promise<Ids> {
  const { store } = api.services;
  const now = api.world.clock.now();
  const [connection, feed, agency] = [
    api[of],
    of === 'a' ? 'agency' : 'agency-b',
    `${note.toLowerCase()}-set-up`,
  ];
  const account = (await store.access.accountNamed(`${of}@agency.example`))?.id ?? 0;
  const row = (await store.feeds.all()).find(({ name }) => name === feed);
  if (row === undefined) throw new Error(`there is no feed ${feed}`);
  const listing = of === 'a' ? 'A0001' : 'A0101';
  const line = { externalId: listing, title: `${note} title`, lastSeenAt: 1, reason: 'withdrawn' } as const;
  const hold = await store.holds.raise(
    {
      connectionId: connection,
      feedId: row.id,
      kind: 'removals',
      reason: note,
      snapshotId: null,
      lines: [line],
    },
    now,
  );
  const payload = { connectionId: connection, feeds: [feed], dryRun: false };
  const poll = await store.intents.add({ kind: 'sync', payload, author: note, now });
  const word = { kind: 'word', subject: `heating\n${note}`, value: null } as const;
  const [change] = await store.feedChanges.add({ feed, connectionId: connection }, [word], note, now);
  const source = { url: `${api.world.feedUrl}/${note}.xml`, mapping: 'estate-sistem' };
  const setUp = {
    name: agency,
    title: note,
    email: `${note}@post.example`,
    language: 'en',
    feed: source,
  } as const;
  await store.setups.add(setUp, note, now);
  await store.setups.addPerson(agency, account, note, now);
  const said = { kind: 'mandate', version: 1, language: 'en', sentence: note, value: true } as const;
  const statements = [{ ...said, name: note, role: note }];
  const [meaning] = await store.setups.answer(agency, { statements, changes: [word] }, note, now);
  const token = JSON.parse(
    (await caller.ask('POST', '/tokens', { body: { label: note, scope: 'read' } })).text,
  );
  await store.expectations.announce({ feedId: row.id, removals: 1, until: now + 9e9, author: note, at: now });
  const numbers = {
    hold: hold.id,
    poll,
    change: change?.id,
    meaning: meaning?.id,
    token: token.id,
    user: account,
  };
  const texts = Object.entries(numbers).map(([kind, id]) => [kind, String(id)]);
  const named = {
    connection,
    feed,
    agency,
    listing,
    reconcile: '1',
    question: `question-${of}`,
    account: `${of}@agency.example`,
  };
  return { ...(Object.fromEntries(texts) as Ids), ...named };
}

/** Everything that the store has of B. */
async function rowsOfB(): Promise<unknown> {
  const { store } = api.services;
  const feeds = (await store.feeds.all()).filter(({ connectionId }) => connectionId === api.b);
  const rows = [];
  for await (const row of store.agencies.read({ connectionId: api.b, feeds })) rows.push(row);
  const { agency } = ids.b;
  const setUp = [
    await store.setups.byName(agency),
    await store.setups.statements(agency),
    await store.feedChanges.list({ feed: agency, connectionId: null }),
  ];
  const tokens = (await store.access.tokens()).filter(({ accountId }) => String(accountId) === ids.b.user);
  return { rows, setUp, tokens };
}

beforeAll(async () => {
  api = await ApiWorld.create();
  const { world } = api;
  const told = { title: `${sought} stan`, heating: `${sought} peć`, text: `${sought}: prodaje se stan.` };
  world.at('/b.xml').body = estateFeed(ads(2, 101).map((one, index) => ad(101 + index, { ...one, ...told })));
  await world.later(3_600_000);
  asA = await api.signedIn('a@agency.example', 'agency', [api.a]);
  asB = await api.signedIn('b@agency.example', 'agency', [api.b]);
  ids.a = await furnish('a', asA, 'Ours');
  ids.b = await furnish('b', asB, sought);
  const numbers = {
    hold: 9001,
    poll: 9002,
    change: 9003,
    meaning: 9004,
    token: 9005,
    user: 9006,
    reconcile: 9007,
  };
  const texts = Object.entries(numbers).map(([kind, id]) => [kind, String(id)]);
  ids.nobody = {
    ...(Object.fromEntries(texts) as Ids),
    ...{
      connection: 'con_nobody',
      feed: 'nobody',
      agency: 'no-such',
      listing: 'A9999',
      question: 'no-question',
    },
    account: 'nobody@agency.example',
  };
  document = await asA.get<Document>('/openapi.json');
});
afterAll(() => api.close());

/** These ids are compared with the present ones of the agency in the path and looked up nowhere. */
const isWhatWasShown = (endpoint: string, { kind, at }: Slot): boolean =>
  kind === 'meaning' || (endpoint === 'POST /agencies/{name}/setup/confirm' && at === 'connection');

describe('an agency, of another one', () => {
  it('is thought of wherever an id stands', () => {
    const all = operations();
    expect(all.flatMap(({ unknown }) => unknown)).toEqual([]);
    const endpoints = new Set(all.map(({ endpoint }) => endpoint));
    const named = [...Object.keys(bodies), ...Object.keys(neededQueries), ...doors, last];
    expect(named.filter((endpoint) => !endpoints.has(endpoint))).toEqual([]);
    const used = new Set(all.flatMap(({ slots }) => slots.map(({ at }) => at)));
    const tables = [inPaths, inQueries, inBodies].flatMap((table) => Object.keys(table));
    expect(tables.filter((at) => !used.has(at))).toEqual([]);
  });

  it('has much that could be seen: B sees it', async () => {
    for (const path of ['/listings', '/holds', '/unmapped', '/agencies', '/tokens', `/search?q=${sought}`])
      expect((await asB.ask('GET', path)).text, path).toContain(sought);
  });

  it('is told the same of what is theirs as of what is nobody’s, and changes none of it', async () => {
    const before = await rowsOfB();
    const wrong: string[] = [];
    for (const asked of operations()) {
      for (const slot of asked.slots) {
        const theirs = await asked.ask(asA, ids.a, slot, ids.b);
        const nobodys = await asked.ask(asA, ids.a, slot, ids.nobody);
        const where = `${asked.endpoint} with their ${slot.kind} as ${slot.at}`;
        const plainly = theirs.text.replaceAll(ids.b[slot.kind], ids.nobody[slot.kind]);
        if (theirs.status !== nobodys.status || plainly !== nobodys.text)
          wrong.push(`${where}: ${theirs.status} ${theirs.text}, not ${nobodys.status} ${nobodys.text}`);
        const refused = isWhatWasShown(asked.endpoint, slot) ? [409] : [403, 404];
        if (!refused.includes(theirs.status)) wrong.push(`${where}: ${theirs.status} ${theirs.text}`);
        if (ofB().test(theirs.text.replaceAll(ids.b[slot.kind], ''))) wrong.push(`${where}: ${theirs.text}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await rowsOfB()).toEqual(before);
  });

  it('learns nothing from who is let in', async () => {
    for (const asked of operations().filter(({ endpoint }) => doors.includes(endpoint))) {
      const slot: Slot = { kind: 'account', at: 'name', where: 'body' };
      const theirs = await asked.ask(api.caller(), ids.a, slot, ids.b);
      const nobodys = await asked.ask(api.caller(), ids.a, slot, ids.nobody);
      expect([asked.endpoint, theirs.status, theirs.text]).toEqual([
        asked.endpoint,
        nobodys.status,
        nobodys.text,
      ]);
    }
  });

  it('hears by the stream of their own changes alone', async () => {
    const stop = new AbortController();
    const reply = await fetch(`${api.server.url}/api/v1/events`, {
      headers: { cookie: asA.cookie ?? '' },
      signal: stop.signal,
    });
    expect((await asB.ask('POST', '/feeds/agency-b/pause')).status).toBe(200);
    expect((await asA.ask('POST', '/feeds/agency/pause')).status).toBe(200);
    let text = '';
    const decoder = new TextDecoder();
    for await (const part of (reply.body ?? []) as AsyncIterable<Uint8Array>) {
      text += decoder.decode(part, { stream: true });
      if (text.includes('"feed":"agency"')) break;
    }
    stop.abort();
    expect(text).toContain('"feed":"agency"');
    expect(text).not.toMatch(ofB());
  });

  it('is in no answer to any operation', async () => {
    const wrong: string[] = [];
    for (const asked of operations().filter(({ endpoint }) => !doors.includes(endpoint))) {
      const { status, text } = await asked.ask(asA, ids.a);
      if (ofB().test(text)) wrong.push(`${asked.endpoint}: ${text}`);
      // Who asks for their own with all that is needed is refused for other reasons than these.
      const reached = ![400, 401, 404, 500].includes(status);
      if (!reached) wrong.push(`${asked.endpoint}: ${status} ${text}`);
      for (const chosen of asked.choices) {
        const reply = await asA.ask('GET', chosen);
        if (ofB().test(reply.text)) wrong.push(`${chosen}: ${reply.text}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
