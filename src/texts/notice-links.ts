import type { NoticeItem, NoticeKind, NoticeLanguage } from '../core/setup/notice-plan.js';
import type { NoticeAudience } from './notice-words.js';

/** A console page on which an attention item is shown and resolved. */
export interface NoticePage {
  /** Below `/console`. */
  path: string;
  /** The page's heading. */
  name: Readonly<Record<NoticeLanguage, string>>;
}

const waiting: NoticePage = { path: '/waiting', name: { sr: 'Čeka vas', en: 'Waiting for you' } };
const words: NoticePage = { path: '/words', name: { sr: 'Reči', en: 'Words' } };
const setup: NoticePage = {
  path: '/setup',
  name: { sr: 'Uključivanje na portal', en: 'Getting onto the portal' },
};
const home: NoticePage = { path: '', name: { sr: 'Početna', en: 'Home' } };
const overview: NoticePage = { path: '/overview', name: { sr: 'Pregled', en: 'Overview' } };
const connections: NoticePage = { path: '/connections', name: { sr: 'Konekcije', en: 'Connections' } };
const holds: NoticePage = { path: '/holds', name: { sr: 'Zadržavanja', en: 'Holds' } };
const portal: NoticePage = { path: '/portal', name: { sr: 'Portal', en: 'Portal' } };

const agencyPages: Readonly<Partial<Record<NoticeKind, NoticePage>>> = {
  hold: waiting,
  unanswered_fact: home,
  new_word: words,
  connection_sent_back: setup,
};

const staffPages: Readonly<Partial<Record<NoticeKind, NoticePage>>> = {
  hold: holds,
  host_shrunk: holds,
  shared_question: holds,
  connection_paused: connections,
  connection_revoked: connections,
  connection_not_found: connections,
  connection_sent_back: connections,
  connection_adopting: connections,
  vocabulary: portal,
  key: portal,
};

/** The page for an item: the page of its one hold or connection if it has one, otherwise the list. */
export function pageOf({ hold, connectionId, kind }: NoticeItem, audience: NoticeAudience): NoticePage {
  const page = audience === 'agency' ? (agencyPages[kind] ?? home) : (staffPages[kind] ?? overview);
  const one = page === waiting || page === holds ? hold?.id : page === connections ? connectionId : null;
  return one == null ? page : { ...page, path: `${page.path}/${one}` };
}

/** The page for all items of a mail: of several, the page that lists them. */
export function pageOfAll(items: readonly NoticeItem[], audience: NoticeAudience): NoticePage {
  const [first] = items;
  if (first !== undefined && items.length === 1) return pageOf(first, audience);
  return audience === 'agency' ? home : overview;
}

/** The page's URL; null if `server.public_url` is not configured. */
export function linkTo({ path }: NoticePage, base: string | null): string | null {
  return base === null ? null : `${base}/console${path}`;
}

/** Every page that a notice can link to. */
export const noticePages: readonly NoticePage[] = [
  waiting,
  words,
  setup,
  home,
  overview,
  connections,
  holds,
  portal,
];
