import { expect } from 'vitest';
import { ApiWorld, type Caller } from '../server/api-world.js';
import { ad, ads, estateFeed, type Ad } from '../support/estate-feed.js';

const image = '<img src=x onerror=window.owned=1>';
const markup = `${image}<script>window.owned=1</script>`;
/** Read from the right, nothing between letters, several signs that are one. */
export const oddLetters = '\u202ertl\u202c z\u200bw \u{1f3e0}\u200d\u{1f525}';
export const longWord = 'Prvoklasna'.repeat(12);

export const title = `Naslov ${markup}`;
/** Titles and words of a feed lose what looks like markup when the file is read. */
export const readTitle = `Naslov "onerror='window.owned=1' {{owned}}`;
export const word = `Reč "onerror='window.owned=1' {{owned}}`;
export const agencyTitle = `Kuća ${markup} ${longWord}`.slice(0, 200);
export const note = `Napomena ${markup} ${oddLetters} ${longWord}`;
export const reason = `Razlog ${markup}`;
export const role = `Uloga ${image}`;

/** As an export writes it. */
const escaped = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const hostile = ad(4, {
  title: escaped(`${readTitle} ${oddLetters}`),
  text: escaped(`${note} ${note}`),
});
const unknown = ad(5, { title: escaped(readTitle), type: word, text: longWord });

let api: ApiWorld;

/** A world in which each page has something to show, and most of it is in trouble. */
export interface TroubledWorld {
  api: ApiWorld;
  /** What stands for each parameter of an address, with what is before it where that makes a difference. */
  values: Readonly<Record<string, string>>;
}

export async function openTroubled(): Promise<TroubledWorld> {
  api = await ApiWorld.create();
  const doubtful = ad(6, { title: escaped(readTitle), price: 95 });
  api.world.feed.body = estateFeed([...ads(3), hostile, unknown, doubtful]);
  await api.world.round();
  await shareQuestion(doubtful);
  const admin = await api.signedIn('ana', 'administrator');
  await bring('novi', admin);
  const sent = await bring('sent', admin);
  await sendBack('sent', sent);
  const hold = String(await holdAllOf(api.a));
  const { questions } = await admin.get<{ questions: { id: string }[] }>('/questions');
  const question = questions[0]?.id ?? 'none';
  await trouble(admin);
  const values = { ':connection': api.a, ':feed': 'agency', ':name': 'novi', 'feeds/:name': 'agency' };
  return {
    api,
    values: {
      ...values,
      ':id': hostile.code,
      'connections/:id': sent,
      'holds/:id': hold,
      'questions/:id': question,
      'waiting/:id': hold,
    },
  };
}

/** An agency whose code is redeemed and who said that it is itself. */
async function bring(name: string, admin: Caller): Promise<string> {
  api.world.at(`/${name}.xml`).body = estateFeed([
    ...ads(1, 201),
    { ...unknown, code: 'A0203' },
    { ...hostile, code: 'A0204' },
  ]);
  const feed = { url: `${api.world.feedUrl}/${name}.xml`, mapping: 'estate-sistem' };
  const agency = { name, title: agencyTitle, email: `${name}@novi.example`, language: 'en' };
  const { code, id } = api.pending({ name: agencyTitle, register_number: '1234' });
  const said = { ok: true, language: 'en', name: `Ana ${longWord}`.slice(0, 100), role };
  for (const [path, body] of [
    ['', { ...agency, ...feed }],
    [`/${name}/setup/connect`, { code }],
    [`/${name}/setup/confirm`, said],
  ] as const)
    expect(await admin.ask('POST', `/agencies${path}`, { body })).toMatchObject({ status: 200 });
  await api.world.tick(1_000);
  return id;
}

/** It was sent to the portal’s first check, and the staff wrote back. */
async function sendBack(name: string, connectionId: string): Promise<void> {
  const { setups, connections, webhooks } = api.services.store;
  const now = api.world.clock.now();
  await setups.send(name, 'test', now);
  await connections.ensure([connectionId]);
  const remote = (await setups.byName(name))?.remote ?? null;
  await connections.update(connectionId, { status: 'certifying', remote });
  const event = { id: 'sent back', type: 'certification.sent_back', connectionId, wakes: null };
  await webhooks.receive({ ...event, certificationNote: note }, now);
}

/** Two more feeds with a value in doubt as the first feed has one: the three ask one question. */
async function shareQuestion(doubtful: Ad): Promise<void> {
  const { world } = api;
  const connection = world.sandbox.staff.addConnection({ agency: { name: 'Treća' } });
  world.at('/c.xml').body = estateFeed(ads(2, 301));
  await world.declare((feeds) => [
    ...feeds,
    ...feeds.slice(0, 1).map((feed) => ({ ...feed, name: 'c', connection, url: `${world.feedUrl}/c.xml` })),
  ]);
  await api.restart();
  await world.round();
  world.at('/b.xml').body = estateFeed([...ads(2, 101), { ...doubtful, code: 'A0199' }]);
  world.at('/c.xml').body = estateFeed([...ads(2, 301), { ...doubtful, code: 'A0399' }]);
  await world.later(3_600_000);
}

/** A listing is kept off, one feed is paused, a word has a meaning; then another feed is not there any more. */
async function trouble(admin: Caller): Promise<void> {
  const given = { reason, until: null };
  const meaning = { table: 'furnishing', word: 'prazan', key: 'unfurnished' };
  for (const [method, path, body] of [
    ['POST', `/listings/${api.a}/A0001/suppress`, given],
    ['POST', '/feeds/agency-b/pause', undefined],
    ['PUT', '/feeds/agency/words', { words: [meaning] }],
  ] as const)
    expect(await admin.ask(method, path, { body })).toMatchObject({ status: 200 });
  api.world.at('/c.xml').status = 503;
  await api.world.later(3_600_000);
}

async function holdAllOf(connectionId: string): Promise<number> {
  const { holds, feeds } = api.services.store;
  const lines = [hostile, unknown].map(({ code }) => ({
    ...{ externalId: code, title, lastSeenAt: 1, reason: 'withdrawn' as const },
  }));
  const feedId = (await feeds.byName('agency'))?.id ?? null;
  const raised = { connectionId, feedId, kind: 'removals', reason, snapshotId: null, lines } as const;
  return (await holds.raise(raised, api.world.clock.now())).id;
}
