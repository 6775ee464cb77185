import { maskContacts } from '../../core/content/find-contacts.js';
import { linkTo, pageOf } from '../../texts/notice-links.js';
import { cyrillicText } from '../../core/content/scripts.js';
import { counted, noticeItemWords, type NoticeAudience } from '../../texts/notice-words.js';
import type { Addressee, NoticeItem, NoticeLanguage } from '../../core/setup/notice-plan.js';
import { html, type Html } from '../../platform/html.js';

/** A message to a person. */
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
  /** Null where the console has no address: then its page is named. */
  link: string | null;
  page: string;
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
    open: (page) => `Otvorite u konzoli stranicu „${page}“.`,
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

/** What a person reads: one matter or several, as text and as simple markup that loads nothing. */
export function noticeMessage(
  matters: readonly NoticeItem[],
  { role, language, cyrillic }: Pick<Addressee, 'role' | 'language' | 'cyrillic'>,
  publicUrl: string | null,
): NoticeMessage {
  const audience = role === 'agency' ? 'agency' : 'staff';
  const said = inScript(words[language], cyrillic);
  const items = matters.map((matter) => itemOf(matter, { audience, language, cyrillic, publicUrl }));
  const [only] = items;
  const several = `${audience === 'agency' ? '' : 'feedsync: '}${said.subject(items.length)}`;
  const subject = only !== undefined && items.length === 1 ? only.what : several;
  const footer = said.footer[audience];
  const lang = language === 'en' ? 'en' : cyrillic ? 'sr-Cyrl' : 'sr-Latn';
  return {
    subject: oneLine(subject),
    text: [...items.map((item) => asText(item, said)), footer, ''].join('\n\n'),
    html: asHtml(items, said, { lang, footer }),
  };
}

/** Our own sentences; what others wrote stays as they wrote it. */
function inScript(said: Words, cyrillic: boolean): Words {
  if (!cyrillic) return said;
  const { subject, note, open, footer } = said;
  return {
    subject: (count) => cyrillicText(subject(count)),
    note: cyrillicText(note),
    open: (page) => cyrillicText(open(page)),
    footer: { agency: cyrillicText(footer.agency), staff: footer.staff },
  };
}

function itemOf(
  matter: NoticeItem,
  of: { audience: NoticeAudience; language: NoticeLanguage; cyrillic: boolean; publicUrl: string | null },
): Item {
  const page = pageOf(matter, of.audience);
  const { what, next } = noticeItemWords(matter, of.audience, of.language);
  const written = of.cyrillic ? cyrillicText : (text: string) => text;
  return {
    what: written(what),
    next: written(next),
    titles: matter.hold?.titles.map((title) => maskContacts(title)) ?? [],
    note: matter.note,
    link: linkTo(page, of.publicUrl),
    page: written(page.name[of.language]),
  };
}

function asText({ what, next, titles, note, link, page }: Item, said: Words): string {
  return [
    what,
    ...titles.map((title) => `  - ${oneLine(title)}`),
    ...(note === null ? [] : [`${said.note}: “${note}”`]),
    next,
    link ?? said.open(page),
  ].join('\n');
}

function asHtml(
  items: readonly Item[],
  { note: noteName, open }: Words,
  { lang, footer }: { lang: string; footer: string },
): string {
  const body = items.map(
    ({ what, next, titles, note, link, page }): Html =>
      html`<p><strong>${what}</strong></p>
        ${
          titles.length === 0
            ? null
            : html`<ul>
                ${titles.map((title) => html`<li>${title}</li>`)}
              </ul>`
        }
        ${note === null ? null : html`<blockquote><p>${noteName}: ${note}</p></blockquote>`}
        <p>${next}</p>
        <p>${link === null ? open(page) : html`<a href="${link}">${page}</a> (${link})`}</p>`,
  );
  return html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
      </head>
      <body>
        ${body}
        <hr />
        <p><small>${footer}</small></p>
      </body>
    </html>`.markup;
}

/** A feed’s words must not begin another header or another line. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
