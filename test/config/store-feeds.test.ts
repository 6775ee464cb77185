import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mergedConfig } from '../../src/effective/merge.js';
import type { FeedConfig } from '../../src/config/feed-schema.js';
import { namesFiles, readStoreFeed } from '../../src/config/store-feed.js';
import { wordSubject, type FeedChange } from '../../src/core/setup/feed-changes.js';
import { openStore } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/store.js';
import { portalConnection } from '../support/portal-connection.js';

const connectionId = '6f0c1d2e-1111-4222-8333-444455556666';
const clock = { now: () => 1, elapsed: () => 1, sleep: async () => undefined };
const document = {
  url: 'https://a.example/feed.xml',
  mapping: 'estate-sistem',
  tables: { heating: { CG: 'Centralno' } },
};

let store: Store;
beforeEach(async () => {
  store = await openStore('sqlite::memory:', { clock });
});
afterEach(() => store.close());

function written(name: string, change: object = {}): FeedConfig {
  const read = readStoreFeed({ name, connectionId, document: { ...document, ...change } }, {});
  if (!read.ok) throw new Error(read.problems.join('; '));
  return read.feed;
}

async function sent(name: string, feed: Record<string, unknown> = document): Promise<void> {
  const { setups } = store;
  await setups.add({ name, title: name, email: 'a@b.example', language: 'en', feed }, 'test', 1);
  await setups.connect(name, { id: connectionId, remote: portalConnection() }, 'test', 1);
  await setups.send(name, 'test', 1);
}

const merged = (feeds: FeedConfig[], inherited: object = {}) =>
  mergedConfig({ feeds, unread: [], inherited: { ...inherited } }, store);

describe('feeds of the store', () => {
  it('run beside the configuration’s, by the same rules and over the same defaults', async () => {
    await sent('novi');
    await sent('odd', { ...document, encoding: 'klingon' });
    await sent('same', { ...document, url: 'https://a.example/other.xml' });
    const { config, stopped } = await merged([written('agency', { url: 'https://c.example/x.xml' })], {
      schedule: '0 * * * *',
    });
    expect(config.feeds.map(({ name, schedule }) => [name, schedule])).toEqual([
      ['agency', '*/15 * * * *'],
      ['novi', '0 * * * *'],
      ['same', '0 * * * *'],
    ]);
    expect(stopped).toEqual([{ name: 'odd', problems: [expect.stringContaining('encoding')] }]);
    // It is not gone: nobody is asked what becomes of its listings.
    expect(config.unread).toMatchObject([{ name: 'odd' }]);
  });

  it('stand back behind the configuration, which is a problem that is told', async () => {
    await sent('novi');
    const byName = await merged([written('novi', { url: 'https://c.example/x.xml' })]);
    expect(byName.config.feeds.map(({ urls }) => urls)).toEqual([['https://c.example/x.xml']]);
    expect(byName.stopped[0]?.problems[0]).toContain('has a feed of this name');
    const byUrl = await merged([written('agency')]);
    expect(byUrl.config.feeds.map(({ name }) => name)).toEqual(['agency']);
    expect(byUrl.stopped[0]?.problems[0]).toContain('reads the same file for the same connection as agency');
  });

  it('name no files of this machine over the network', () => {
    const over = (change: object): boolean => namesFiles({ ...document, ...change });
    expect([over({}), over({ url: ' FILE:///etc/passwd' }), over({ urls: [{ url: 'file:x' }] })]).toEqual([
      false,
      true,
      true,
    ]);
    expect([
      over({ mapping: '../secret' }),
      over({ mapping: 'a.yaml' }),
      over({ mapping: 'kyero-v3' }),
    ]).toEqual([true, true, false]);
  });
});

describe('what people changed of a feed', () => {
  const change = (changes: FeedChange[], of = connectionId): Promise<unknown> =>
    store.feedChanges.add({ feed: 'agency', connectionId: of }, changes, 'ana', 1);
  const only = async (): Promise<FeedConfig | undefined> =>
    (await merged([written('agency')])).config.feeds[0];

  it('lies over it, the newest first, and what was undone does not', async () => {
    await change([
      { kind: 'word', subject: wordSubject('heating', 'cg'), value: ['gas', 'Gas'] },
      { kind: 'answer', subject: 'mandate_attested', value: true },
      { kind: 'constant', subject: 'price.currency', value: 'EUR' },
      { kind: 'unmapped', subject: 'heating', value: 'wait' },
      { kind: 'mapping', subject: '', value: 'name: own' },
    ]);
    await change([{ kind: 'constant', subject: 'price.currency', value: 'RSD' }]);
    await change([{ kind: 'answer', subject: 'mandate_attested', value: false }], 'another-connection');
    expect(await only()).toMatchObject({
      // However it is spelt: two spellings of one word would contradict each other.
      tables: { heating: { cg: ['gas', 'Gas'] } },
      answers: { mandate_attested: true },
      constants: { 'price.currency': 'RSD' },
      unmapped: { heating: 'wait' },
      mappingText: 'name: own',
    });
    expect((await only())?.tables).toEqual({ heating: { cg: ['gas', 'Gas'] } });
    const newest = (await store.feedChanges.list({ feed: 'agency', connectionId }))[0];
    await store.feedChanges.undo(newest?.id ?? 0, { feed: 'agency', connectionId }, 'ana', 2);
    expect((await only())?.constants).toEqual({ 'price.currency': 'EUR' });
  });

  it('stops its feed where it cannot stand there, and no other', async () => {
    await change([{ kind: 'answer', subject: 'mandate_attested', value: 'perhaps' }]);
    const { config, stopped } = await merged([
      written('agency'),
      written('b', { url: 'https://b.example/x' }),
    ]);
    expect(config.feeds.map(({ name }) => name)).toEqual(['b']);
    expect(stopped[0]?.problems[0]).toContain('answers.mandate_attested');
  });
});
