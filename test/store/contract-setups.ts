import { describe, expect, it } from 'vitest';
import {
  changeKey,
  feedChangeLimits,
  wordSubject,
  type FeedChange,
} from '../../src/core/setup/feed-changes.js';
import type { AgencyReading } from '../../src/core/setup/agency-reading.js';
import { connectionId, now, type World } from './builders.js';
import { portalConnection } from '../support/portal-connection.js';

/** Agencies that are set up here, what they stated, and what people changed of feeds. */
export function setupContract(current: () => World): void {
  const agency = {
    name: 'novi',
    title: 'Novi stan',
    email: 'ana@novi.example',
    language: 'sr-Latn' as const,
    feed: { url: 'https://novi.example/feed.xml?key=s3cret', auth: { user: 'u', password: 's3cret' } },
  };
  const statement = {
    kind: 'mandate' as const,
    version: 1,
    language: 'sr-Latn' as const,
    sentence: 'Izjavljujem …',
    value: true,
    name: 'Ana Anić',
    role: 'direktorka',
  };
  const reading: AgencyReading = { ok: false, readAt: now, problem: { sr: 'Ne.', en: 'No.', detail: null } };
  const file = { path: 'setup/novi/1.0', fetchedAt: now, bytes: 10 };
  const answer = { kind: 'answer', subject: 'mandate_attested', value: true } as const;

  describe('feed changes', () => {
    const of = { feed: 'agency', connectionId };

    it('keeps every change with its author, counts what was not undone, and writes both down', async () => {
      const { feedChanges, audit } = current().store;
      const word = { kind: 'word', subject: wordSubject('heating', 'CG'), value: null } as const;
      const [first, second] = await feedChanges.add(of, [word, answer], 'ana', now);
      await feedChanges.add({ feed: 'agency', connectionId: null }, [answer], 'other', now + 1);
      expect(await feedChanges.list(of)).toEqual([second, first]);
      expect(first).toMatchObject({ ...of, ...word, author: 'ana', at: now, undoneAt: null });
      expect((await feedChanges.current()).map(({ author }) => author)).toEqual(['ana', 'ana', 'other']);
      expect(await feedChanges.undo(first!.id, { ...of, feed: 'another' }, 'eva', now + 2)).toBeNull();
      expect(await feedChanges.undo(first!.id, of, 'eva', now + 2)).toMatchObject({ undoneBy: 'eva' });
      expect(await feedChanges.undo(first!.id, of, 'eva', now + 3)).toBeNull();
      expect((await feedChanges.current()).map(({ id }) => id)).not.toContain(first!.id);
      expect(await feedChanges.list(of)).toHaveLength(2);
      const lines = await audit.list({ limit: 10 });
      expect(lines.map(({ action, author }) => [action, author])).toEqual([
        ['feed.change_undone', 'eva'],
        ['feed.change', 'other'],
        ['feed.change', 'ana'],
      ]);
    });

    it('forgets of texts the oldest, never the one in force, and of the rest what counts no longer', async () => {
      const { feedChanges } = current().store;
      const text = (value: string): FeedChange => ({ kind: 'mapping', subject: '', value });
      await feedChanges.add({ ...of, feed: 'another' }, [text('of another')], 'ana', now);
      await feedChanges.add(of, [text('in force'), answer], 'ana', now);
      for (let number = 0; number < feedChangeLimits.texts + 5; number++) {
        const [added] = await feedChanges.add(of, [text(`tried ${number}`)], 'ana', now);
        await feedChanges.undo(added!.id, of, 'ana', now);
      }
      await feedChanges.add(of, [answer], 'ana', now);
      const texts = (await feedChanges.list(of)).filter(({ kind }) => kind === 'mapping');
      // The last was undone after it was added.
      expect(texts).toHaveLength(feedChangeLimits.texts);
      expect(texts.at(-1)).toMatchObject({ value: 'in force', undoneAt: null });
      expect(texts[0]).toMatchObject({ value: `tried ${feedChangeLimits.texts + 4}` });
      expect(await feedChanges.list({ ...of, feed: 'another' })).toHaveLength(1);

      const words = (spelt: (index: number) => string): FeedChange[] =>
        Array.from({ length: feedChangeLimits.ofFeed / 2 }, (_, index) => ({
          ...{ kind: 'word', subject: wordSubject('cities', spelt(index)), value: index },
        }));
      const former = await feedChanges.add(
        of,
        words((index) => `Grad ${index}`),
        'ana',
        now,
      );
      await feedChanges.add(
        of,
        words((index) => `GRAD ${index}`),
        'ana',
        now,
      );
      const kept = await feedChanges.list(of);
      expect(kept).toHaveLength(feedChangeLimits.ofFeed);
      expect(kept.filter(({ undoneAt, value }) => undoneAt === null && value === 'in force')).toHaveLength(1);
      const ids = new Set(kept.map(({ id }) => id));
      expect(former.filter(({ id }) => !ids.has(id)).length).toBeGreaterThan(0);
      const newest = new Map(
        kept.filter(({ undoneAt }) => undoneAt === null).map((row) => [changeKey(row), row.id]),
      );
      expect(newest.size).toBe(feedChangeLimits.ofFeed / 2 + 2);
    });

    it('counts of the texts of a feed the last one that was not undone', async () => {
      const { feedChanges } = current().store;
      const text = (value: string | null): FeedChange => ({ kind: 'mapping', subject: '', value });
      const inForce = async () => (await feedChanges.current()).map(({ feed, value }) => [feed, value]);
      await feedChanges.add({ ...of, connectionId: null }, [text('of no connection')], 'ana', now);
      await feedChanges.add({ feed: 'another', connectionId }, [text('of another')], 'ana', now);
      await feedChanges.add(of, [text('first'), answer], 'ana', now);
      const [second] = await feedChanges.add(of, [text('second')], 'ana', now);
      const others = [
        ['agency', 'of no connection'],
        ['another', 'of another'],
      ];
      expect(await inForce()).toEqual([...others, ['agency', true], ['agency', 'second']]);
      await feedChanges.undo(second!.id, of, 'ana', now);
      expect(await inForce()).toEqual([...others, ['agency', 'first'], ['agency', true]]);
      await feedChanges.add(of, [text(null)], 'ana', now);
      expect(await inForce()).toEqual([...others, ['agency', true], ['agency', null]]);
    });

    it('lists changes without the texts of mappings, page by page, and gives one whole', async () => {
      const { feedChanges } = current().store;
      const text = 'name: own\n# „Đ”\n';
      const mapping = { kind: 'mapping', subject: '', value: text } as const;
      const none = { ...mapping, value: null };
      const [first, second, third] = await feedChanges.add(of, [mapping, answer, none], 'ana', now);
      const all = await feedChanges.listed(of);
      expect(all).toEqual([
        { ...third, characters: null },
        { ...second, characters: null },
        { ...first, value: null, characters: JSON.stringify(text).length },
      ]);
      expect(await feedChanges.listed(of, { before: null, limit: 1 })).toEqual(all.slice(0, 1));
      expect(await feedChanges.listed(of, { before: third!.id, limit: 5 })).toEqual(all.slice(1));
      expect(await feedChanges.one(first!.id, of)).toEqual(first);
      expect(await feedChanges.one(first!.id, { ...of, feed: 'another' })).toBeNull();
    });

    it('goes with a feed that is renamed, and not with another one of its name', async () => {
      const { feedChanges, feeds } = current().store;
      const row = await feeds.declare(
        { name: 'old', connectionId, sourceHash: 's', mapping: 'm', idPrefix: '' },
        now,
      );
      const elsewhere = { feed: 'old', connectionId: '6f0c1d2e-0000-4000-8000-000000000009' };
      await feedChanges.add({ feed: 'old', connectionId }, [answer], 'ana', now);
      await feedChanges.add(elsewhere, [answer], 'eva', now);
      await feeds.rename(row.id, 'new');
      expect(await feedChanges.list({ feed: 'new', connectionId })).toHaveLength(1);
      expect(await feedChanges.list(elsewhere)).toHaveLength(1);
    });
  });

  describe('agencies that are set up', () => {
    it('keeps one of a name, and finds those that it is asked for', async () => {
      const { setups } = current().store;
      const added = await setups.add(agency, 'admin', now);
      expect(added).toMatchObject({ ...agency, readAskedAt: now, readFromKept: false, sentAt: null });
      expect(await setups.add(agency, 'admin', now)).toBeNull();
      await setups.add({ ...agency, name: 'b', title: '100% dom' }, 'admin', now + 1);
      await setups.change('b', { title: '100% stan' }, { author: 'admin', now, read: false });
      const page = async (change: object): Promise<string[]> =>
        (await setups.page({ after: null, limit: 10, only: null, text: null, ...change })).map(
          ({ name }) => name,
        );
      expect(await page({})).toEqual(['b', 'novi']);
      expect(await page({ after: 'b' })).toEqual(['novi']);
      expect(await page({ only: ['b'] })).toEqual(['b']);
      expect(await page({ only: [] })).toEqual([]);
      expect(await page({ text: 'NOVI.ex' })).toEqual(['b', 'novi']);
      expect(await page({ text: '0% s' })).toEqual(['b']);
    });

    it('reads them in the order of asking, and again where somebody asked meanwhile', async () => {
      const { setups } = current().store;
      await setups.add(agency, 'admin', now);
      await setups.add({ ...agency, name: 'a' }, 'admin', now - 5);
      expect((await setups.waiting()).map(({ name }) => name)).toEqual(['a', 'novi']);
      await setups.endReading('a', now - 5, { reading, keptFile: file, feed: { url: 'u', mapping: 'm' } });
      expect(await setups.byName('a')).toMatchObject({ reading, keptFile: file, readAskedAt: null });
      await setups.askReading('a', true, now + 1);
      expect((await setups.byName('a'))?.readFromKept).toBe(true);
      await setups.askReading('a', false, now + 1);
      await setups.endReading('a', now + 1, { reading, keptFile: file });
      expect(await setups.byName('a')).toMatchObject({ readAskedAt: now + 2, readFromKept: false });
      // Whoever has no file yet needs one, whatever was asked for.
      await setups.askReading('novi', true, now + 3);
      expect((await setups.byName('novi'))?.readFromKept).toBe(false);
    });

    it('lists those whose reading failed, until one succeeds', async () => {
      const { setups } = current().store;
      await setups.add(agency, 'admin', now);
      await setups.add({ ...agency, name: 'a' }, 'admin', now);
      expect(await setups.unread()).toEqual([]);
      for (const name of ['novi', 'a']) await setups.endReading(name, now, { reading, keptFile: null });
      expect((await setups.unread()).map(({ name }) => name)).toEqual(['a', 'novi']);
      const result = {
        ...{ mapping: 'm', records: 1, listings: 1, ready: 1, leftOut: 0 },
        ...{ causes: [], cards: [], words: [], asked: {} },
      };
      await setups.endReading('a', now, { reading: { ok: true, readAt: now, result }, keptFile: file });
      expect((await setups.unread()).map(({ name }) => name)).toEqual(['novi']);
    });

    it('goes from code to sending; what was stated is never changed, and its people see the connection then', async () => {
      const { setups, feedChanges, access } = current().store;
      await setups.add(agency, 'admin', now);
      const { id } = (await access.addAccount(
        { name: 'ana', role: 'agency', connections: [] },
        'admin',
        now,
      ))!;
      await setups.addPerson('novi', id, 'admin', now);
      expect([await setups.agenciesOf(id), (await setups.people()).get('novi')]).toEqual([['novi'], [id]]);
      await setups.connect(
        'novi',
        { id: connectionId, remote: portalConnection({ status: 'certifying' }) },
        'ana',
        now,
      );
      await setups.disconnect('novi', 'ana', now);
      expect(await setups.byName('novi')).toMatchObject({ connectionId: null, remote: null });
      await setups.connect(
        'novi',
        { id: connectionId, remote: portalConnection({ status: 'certifying' }) },
        'ana',
        now,
      );
      await setups.confirm('novi', { ...statement, kind: 'identity' }, 'ana', now + 1);
      await setups.answer('novi', { statements: [statement], changes: [answer] }, 'ana', now + 2);
      await setups.answer(
        'novi',
        { statements: [{ ...statement, value: false }], changes: [] },
        'ana',
        now + 3,
      );
      expect((await access.account(id))?.connections).toEqual([]);
      await setups.send('novi', 'ana', now + 4);
      await setups.send('novi', 'eva', now + 5);
      expect(await setups.byName('novi')).toMatchObject({
        sentAt: now + 4,
        sentBy: 'ana',
        readAskedAt: null,
      });
      expect((await access.account(id))?.connections).toEqual([connectionId]);
      expect(await feedChanges.list({ feed: 'novi', connectionId })).toHaveLength(1);
      const stated = await setups.statements('novi');
      expect(stated.map(({ kind, value, account, connectionId: of }) => [kind, value, account, of])).toEqual([
        ['identity', true, 'ana', connectionId],
        ['mandate', true, 'ana', connectionId],
        ['mandate', false, 'ana', connectionId],
      ]);
    });

    it('is taken away with those who belong to nothing else; what was stated stays where it was sent', async () => {
      const { setups, access, feedChanges } = current().store;
      await setups.add(agency, 'admin', now);
      await setups.add({ ...agency, name: 'b' }, 'admin', now);
      const add = async (name: string, of: string[]): Promise<number> => {
        const { id } = (await access.addAccount({ name, role: 'agency', connections: [] }, 'admin', now))!;
        for (const one of of) await setups.addPerson(one, id, 'admin', now);
        return id;
      };
      const [only, both] = [await add('only', ['novi']), await add('both', ['novi', 'b'])];
      await setups.answer('novi', { statements: [statement], changes: [answer] }, 'only', now);
      await setups.remove('novi', 'admin', now + 1);
      expect([await access.account(only), (await access.account(both))?.name]).toEqual([null, 'both']);
      expect(await setups.byName('novi')).toBeNull();
      expect(await feedChanges.current()).toEqual([]);
      expect(await setups.statements('novi')).toEqual([]);
      await setups.connect('b', { id: connectionId, remote: portalConnection() }, 'both', now);
      await setups.answer('b', { statements: [statement], changes: [answer] }, 'both', now);
      await setups.send('b', 'both', now);
      await setups.remove('b', 'admin', now + 2);
      expect(await setups.statements('b')).toHaveLength(1);
      // Another agency of the name has stated nothing.
      await setups.add({ ...agency, name: 'b' }, 'admin', now + 3);
      expect([await setups.statements('b'), (await access.account(both))?.connections]).toEqual([
        [],
        [connectionId],
      ]);
    });

    it('is the agency’s data: given out and erased with its connection, and searched for a person’s contact', async () => {
      const { setups, agencies, persons } = current().store;
      await setups.add(agency, 'admin', now);
      await setups.connect('novi', { id: connectionId, remote: portalConnection() }, 'ana', now);
      await setups.answer('novi', { statements: [statement], changes: [answer] }, 'ana', now);
      await setups.send('novi', 'ana', now);
      const mask = (text: string): string => text.replaceAll('ana@novi.example', 'x'.repeat(16));
      expect(await persons.count(mask, null)).toEqual({ agency: 1 });
      const scope = { connectionId, feeds: [] };
      const tables = new Set<string>();
      for await (const { table, row } of agencies.read(scope)) {
        tables.add(table);
        expect(JSON.stringify(row)).not.toContain('s3cret');
      }
      expect([...tables]).toEqual(expect.arrayContaining(['agency', 'statement', 'feedChange']));
      await agencies.erase(scope, { author: 'admin', now });
      expect([await setups.all(), await setups.statements('novi')]).toEqual([[], []]);
    });
  });
}
