import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { QuestionHead } from '../../src/core/content/shared-questions.js';
import { contactText } from '../../src/texts/contact-words.js';
import { noticePages } from '../../src/texts/notice-links.js';
import {
  noticeKinds,
  noticeLanguages,
  type NoticeItem,
  type NoticeLanguage,
  type NoticeRole,
} from '../../src/core/setup/notice-plan.js';
import { noticeItemWords } from '../../src/texts/notice-words.js';
import { noticeMessage } from '../../src/sync/notices/notice-message.js';

const hostile = `"><img src=x onerror=alert(1)><script>fetch('//evil.example')</script>\u202e\r\nBcc: all@evil.example`;
const base = 'https://feedsync.example';
const sender = { publicUrl: base, contact: '' };

function matter(change: Partial<NoticeItem> = {}): NoticeItem {
  return {
    cause: 'hold 7',
    kind: 'hold',
    connectionId: 'c',
    agency: 'Primer',
    count: 5,
    since: 0,
    roles: ['agency'],
    atOnce: true,
    hold: { id: 7, kind: 'removals', lines: 5, titles: [] },
    note: null,
    ...change,
  };
}

const questionAbout = (word: string): QuestionHead => ({
  ...{ id: 'abc', by: 'mapping', name: hostile },
  matter: { kind: 'word', pointer: '/state', word },
});

const roles: readonly NoticeRole[] = ['agency', 'partner', 'operator'];
const everyMessage = noticeKinds.flatMap((kind) =>
  noticeLanguages.flatMap((language) => roles.map((role) => ({ kind, language, role }))),
);

const harmless = new Set('!doctype html head meta body p strong ul li blockquote a hr small'.split(' '));
const ownAttribute =
  /^(html|lang="(sr-Latn|en)"|charset="utf-8"|href="https:\/\/feedsync\.example\/console[/\w]*")?\s*\/?$/;

describe('what people are told', () => {
  it('has a title of several lines on one line', () => {
    for (const role of roles)
      for (const language of noticeLanguages) {
        const addressee = { role, language, cyrillic: false };
        const { text } = noticeMessage([matter({ agency: 'Kuća\r\n\r\nPlatite ovde' })], addressee, sender);
        const lines = text.split(/\r?\n/);
        expect(lines.filter((line) => line.startsWith('Platite'))).toEqual([]);
      }
  });

  it('is inert markup, whatever feeds, agencies and staff write', () => {
    const hold = { id: 7, kind: 'removals', lines: 5, titles: [hostile, 'Stan & dvorište'] };
    const named = { agency: hostile, note: hostile, hold };
    for (const { kind, language, role } of everyMessage) {
      const asked = { question: questionAbout(hostile), feeds: 3 };
      const told = noticeMessage(
        [matter({ kind, asked, ...named })],
        { role, language, cyrillic: false },
        sender,
      );
      const tags = [...told.html.matchAll(/<\/?([a-z!]+)([^>]*)>/gi)];
      expect(tags.filter(([, name = '']) => !harmless.has(name.toLowerCase()))).toEqual([]);
      const attributes = tags.map(([, , rest = '']) => rest.trim()).filter((rest) => rest !== '');
      expect(attributes.filter((attribute) => !ownAttribute.test(attribute))).toEqual([]);
      expect(told.html).toContain('&lt;script&gt;');
      expect(told.html).not.toContain('\u202e');
      expect(told.subject).not.toMatch(/[\r\n]/);
      expect(told.text).toContain('https://feedsync.example/console');
    }
  });

  it('has the right form of every number, and none of our words where an agency reads it', () => {
    const said = [1, 2, 5, 21, 1200].map((count) => noticeItemWords(matter({ count }), 'agency', 'sr').what);
    expect(said.map((text) => text.split(',')[0])).toEqual([
      'Iz vašeg fajla je nestao 1 oglas',
      'Iz vašeg fajla su nestala 2 oglasa',
      'Iz vašeg fajla je nestalo 5 oglasa',
      'Iz vašeg fajla je nestao 21 oglas',
      'Iz vašeg fajla je nestalo 1.200 oglasa',
    ]);
    expect(noticeItemWords(matter({ count: 1 }), 'agency', 'en').what).toContain('1 listing is missing');
    const agencyKinds = [
      'hold',
      'unanswered_fact',
      'new_word',
      'connection_paused',
      'connection_sent_back',
      'taken_down',
    ] as const;
    for (const kind of agencyKinds)
      for (const language of noticeLanguages)
        for (const count of [0, 1, 2, 5]) {
          const { subject, text, html } = noticeMessage(
            [matter({ kind, count })],
            { role: 'agency', language, cyrillic: false },
            sender,
          );
          expect(subject + text + html).not.toMatch(
            /\b(hold|outbox|drift|snapshot|digest|vocabulary|runs?|feed|feedsync\b(?!\.example))\b/i,
          );
        }
  });

  it('counts where there are several, and names pages where the console has no address', () => {
    const several = [matter(), matter({ cause: 'new_word 1', kind: 'new_word', count: 2, hold: null })];
    const sr = noticeMessage(
      several,
      { role: 'agency', language: 'sr', cyrillic: false },
      { publicUrl: null, contact: '' },
    );
    expect(sr.subject).toBe('Čekaju vas 2 stvari');
    expect(sr.text.match(/Otvorite u konzoli stranicu .*/g)).toEqual([
      'Otvorite u konzoli stranicu „Početna”.',
    ]);
    expect(sr.text + sr.html).not.toMatch(/https?:|href/);
    const en = noticeMessage(
      several,
      { role: 'operator', language: 'en', cyrillic: false },
      { publicUrl: null, contact: '' },
    );
    expect(en.subject).toBe('feedsync: 2 things wait for you');
  });

  it('has one link, to the page of its only item or to the page of all', () => {
    const hold = { id: 7, kind: 'removals', lines: 5, titles: [] };
    const both = [matter({ hold }), matter({ cause: 'new_word 1', kind: 'new_word', count: 2, hold: null })];
    const linksOf = (items: NoticeItem[], role: NoticeRole): string[] => {
      const { text, html } = noticeMessage(items, { role, language: 'sr', cyrillic: false }, sender);
      expect(html.match(/href=/g)).toHaveLength(1);
      return text.match(/https?:\S+/g) ?? [];
    };
    expect(linksOf([matter({ hold })], 'agency')).toEqual([`${base}/console/waiting/7`]);
    expect(linksOf([matter({ hold })], 'operator')).toEqual([`${base}/console/holds/7`]);
    expect(linksOf(both, 'agency')).toEqual([`${base}/console`]);
    expect(linksOf(both, 'partner')).toEqual([`${base}/console/overview`]);
  });

  it('names whom to ask behind the operator of the import, where that is configured', () => {
    const failed = matter({ kind: 'feed_failed', hold: null, reason: null });
    const contact = contactText({ name: 'Petar Petrović', phone: '021 123 456' });
    const told = (language: NoticeLanguage, cyrillic = false, named = contact): string =>
      noticeMessage([failed], { role: 'agency', language, cyrillic }, { publicUrl: base, contact: named })
        .text;
    expect(told('sr')).toContain('o tome brine operater uvoza (Petar Petrović, 021 123 456).');
    expect(told('sr', true)).toContain('о томе брине оператер увоза (Petar Petrović, 021 123 456).');
    expect(told('en')).toContain('the operator of the import (Petar Petrović, 021 123 456) takes care of it');
    expect(told('sr', false, '')).toContain('o tome brine operater uvoza.');
  });

  it('is in Cyrillic where that is asked for, but for what others wrote', () => {
    const hold = { id: 7, kind: 'removals', lines: 5, titles: ['Stan na Limanu'] };
    const to = { role: 'agency', language: 'sr', cyrillic: true } as const;
    const told = noticeMessage([matter({ hold })], to, sender);
    expect(told.subject).toContain('Из вашег фајла је нестало 5 огласа');
    expect(told.text).toContain('Stan na Limanu');
    expect(told.text).toContain('https://feedsync.example/console/waiting/7');
    expect(told.html).toContain('lang="sr-Cyrl"');
  });
});

describe('the pages that links open', () => {
  it('are pages of the console, called as it calls them', async () => {
    const read = (file: string): Promise<string> => readFile(`src/console/${file}`, 'utf8');
    const paths = (await Promise.all(['agency-pages.ts', 'staff-pages.ts', 'pages.ts'].map(read))).join('');
    const names = (
      await Promise.all(
        ['agency.ts', 'operator.ts', 'operations.ts', 'setup.ts'].map((file) => read(`words/${file}`)),
      )
    ).join('');
    for (const { path, name } of noticePages) {
      expect(paths).toContain(`('${path === '' ? '/' : path}', `);
      expect(names).toContain(`{ sr: '${name.sr}', en: '${name.en}' }`);
    }
    for (const path of ['/waiting/:id', '/holds/:id', '/connections/:id'])
      expect(paths).toContain(`('${path}', `);
  });
});
