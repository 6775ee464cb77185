import { maskContacts } from '../../core/content/find-contacts.js';
import { withContact } from '../../texts/contact-words.js';
import { linkTo, pageOfAll } from '../../texts/notice-links.js';
import { cyrillicOutsideBackticks } from '../../core/content/scripts.js';
import { counted, noticeItemWords, type NoticeAudience } from '../../texts/notice-words.js';
import type { Addressee, NoticeItem, NoticeLanguage } from '../../core/setup/notice-plan.js';
import { html, type Html } from '../../platform/html.js';

/** A mail to a user. */
export interface NoticeMessage {
  subject: string;
  text: string;
  html: string;
}

interface Item {
  what: string;
  next: string;
  titles: readonly string[];
  note: string | null;
}

/** The one page that a mail opens. */
interface Target {
  /** Null if the console has no public address. The mail then names the page. */
  link: string | null;
  page: string;
}

/** What all mails of an installation share. */
interface Sender {
  publicUrl: string | null;
  /** Name, telephone number and mail address of whom agencies ask; empty where none is configured. */
  contact: string;
}

interface Words {
  subject: (count: number) => string;
  note: string;
  open: (page: string) => string;
  footer: Readonly<Record<NoticeAudience, string>>;
}

const words: Readonly<Record<NoticeLanguage, Words>> = {
  sr: {
    subject: (count) =>
      counted('sr', count, {
        one: 'Čeka vas # stvar',
        few: 'Čekaju vas # stvari',
        other: 'Čeka vas # stvari',
      }),
    note: 'Napomena portala',
    open: (page) => `Otvorite u konzoli stranicu „${page}”.`,
    footer: {
      agency:
        'Ovu poruku šalje program koji prenosi vaše oglase na portal. Link samo otvara stranicu: ništa se ne menja dok to tamo ne potvrdite.',
      staff:
        'Poruka programa feedsync. Link samo otvara stranicu: ništa se ne menja dok to tamo ne potvrdite.',
    },
  },
  en: {
    subject: (count) =>
      counted('en', count, { one: '# thing waits for you', other: '# things wait for you' }),
    note: 'The portal’s note',
    open: (page) => `Open the page “${page}” in the console.`,
    footer: {
      agency:
        'The program that brings your listings to the portal sends this. Links only open a page: nothing changes until you confirm there.',
      staff: 'Sent by feedsync. Links only open a page: nothing changes until you confirm there.',
    },
  },
};

/**
 * Writes one or several attention items as text and as simple HTML that loads nothing. It has one link: to the page of its only item, else to
 * the page that lists them all.
 */
export function noticeMessage(
  attentionItems: readonly NoticeItem[],
  { role, language, cyrillic }: Pick<Addressee, 'role' | 'language' | 'cyrillic'>,
  { publicUrl, contact }: Sender,
): NoticeMessage {
  const audience = role === 'agency' ? 'agency' : 'staff';
  const phrases = inScript(words[language], cyrillic);
  const items = attentionItems.map((item) => itemOf(item, { audience, language, cyrillic, contact }));
  const [only] = items;
  const page = pageOfAll(attentionItems, audience);
  const target = { link: linkTo(page, publicUrl), page: inMail(page.name[language], cyrillic) };
  const several = `${audience === 'agency' ? '' : 'feedsync: '}${phrases.subject(items.length)}`;
  const subject = only !== undefined && items.length === 1 ? only.what : several;
  const footer = phrases.footer[audience];
  const lang = language === 'en' ? 'en' : cyrillic ? 'sr-Cyrl' : 'sr-Latn';
  return {
    subject: oneLine(subject),
    text: [
      ...items.map((item) => asText(item, phrases)),
      target.link ?? phrases.open(target.page),
      footer,
      '',
    ].join('\n\n'),
    html: asHtml(items, phrases, { ...target, lang, footer }),
  };
}

/** Converts feedsync's own sentences. Quoted text keeps its script. */
function inScript(phrases: Words, cyrillic: boolean): Words {
  if (!cyrillic) return phrases;
  const { subject, note, open, footer } = phrases;
  return {
    subject: (count) => inMail(subject(count), true),
    note: inMail(note, true),
    open: (page) => inMail(open(page), true),
    footer: { agency: inMail(footer.agency, true), staff: footer.staff },
  };
}

function itemOf(
  item: NoticeItem,
  of: { audience: NoticeAudience; language: NoticeLanguage; cyrillic: boolean; contact: string },
): Item {
  const asked = of.audience === 'agency' ? item : withoutShared(item);
  const { what, next } = noticeItemWords(asked, of.audience, of.language);
  const written = (text: string): string => withContact(inMail(text, of.cyrillic), of.contact);
  return {
    what: oneLine(written(what)),
    next: oneLine(written(next)),
    titles: asked.hold?.titles.map((title) => maskContacts(title)) ?? [],
    note: item.note,
  };
}

/** Commands keep their backticks, by which they stand out; quoted words lose them. Neither is written in Cyrillic. */
function inMail(text: string, cyrillic: boolean): string {
  const written = cyrillic ? cyrillicOutsideBackticks(text) : text;
  return written.replaceAll(/(?<=„)`([^`]*)`(?=”)/g, '$1');
}

/** Staff in place of an agency are not asked what a shared question asks them. */
function withoutShared(item: NoticeItem): NoticeItem {
  const { count, shared = 0, hold } = item;
  if (shared === 0) return item;
  // It is not known which of the titles are left.
  return { ...item, count: count - shared, hold: hold === null ? null : { ...hold, titles: [] } };
}

function asText({ what, next, titles, note }: Item, phrases: Words): string {
  return [
    what,
    ...titles.map((title) => `  - ${oneLine(title)}`),
    ...(note === null ? [] : [`${phrases.note}: “${note}”`]),
    next,
  ].join('\n');
}

function asHtml(
  items: readonly Item[],
  { note: noteName, open }: Words,
  { lang, footer, link, page }: Target & { lang: string; footer: string },
): string {
  const body = items.map(
    ({ what, next, titles, note }): Html =>
      html`<p><strong>${what}</strong></p>
        ${
          titles.length === 0
            ? null
            : html`<ul>
                ${titles.map((title) => html`<li>${title}</li>`)}
              </ul>`
        }
        ${note === null ? null : html`<blockquote><p>${noteName}: ${note}</p></blockquote>`}
        <p>${next}</p>`,
  );
  return html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
      </head>
      <body>
        ${body}
        <p>${link === null ? open(page) : html`<a href="${link}">${page}</a> (${link})`}</p>
        <hr />
        <p><small>${footer}</small></p>
      </body>
    </html>`.markup;
}

/** A feed’s text, or an agency’s title, must not start another header or another line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
