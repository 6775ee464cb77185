import { nothingToDo } from './behind-words.js';
import { pluralOf } from './counted.js';
import type { NoticeItem, NoticeKind, NoticeLanguage } from '../core/setup/notice-plan.js';

/** The text of a notice about one item, in full sentences. */
export interface NoticeWords {
  what: string;
  next: string;
}

/** The readers of a notice. Texts for agencies avoid technical terms; texts for staff name commands and console pages. */
export type NoticeAudience = 'agency' | 'staff';

/** The fields of an item that its sentences use. */
export type WordedNotice = Pick<NoticeItem, 'kind' | 'agency' | 'count' | 'hold' | 'reason'>;

type Phrase = (item: WordedNotice) => NoticeWords;
type Phrases = Readonly<Record<NoticeLanguage, Phrase>>;

/** The sentences for an audience. Kinds that agencies are never notified of have only the sentences for staff. */
export function noticeItemWords(
  item: WordedNotice,
  audience: NoticeAudience,
  language: NoticeLanguage,
): NoticeWords {
  const phrases = (audience === 'agency' ? forAgencies[item.kind] : undefined) ?? forStaff[item.kind];
  return phrases[language](item);
}

/** The plural form for a number; `#` in the form is replaced by the number. */
export function counted(
  language: NoticeLanguage,
  count: number,
  forms: { one: string; few?: string; other: string },
): string {
  const rule = pluralOf(language, count);
  const form = rule === 'one' ? forms.one : rule === 'few' ? (forms.few ?? forms.other) : forms.other;
  return form.replaceAll('#', written(language, count));
}

const locales = { sr: 'sr-Latn-RS', en: 'en-GB' } as const;
const numbers: Partial<Record<NoticeLanguage, Intl.NumberFormat>> = {};

/** The number in the language's format. Formats are created on first use, as in `pluralOf`. */
function written(language: NoticeLanguage, count: number): string {
  return (numbers[language] ??= new Intl.NumberFormat(locales[language])).format(count);
}

const listings = (count: number): { sr: string; en: string } => ({
  sr: counted('sr', count, { one: '# oglas', few: '# oglasa', other: '# oglasa' }),
  en: counted('en', count, { one: '# listing', other: '# listings' }),
});

const forAgencies: Readonly<Partial<Record<NoticeKind, Phrases>>> = {
  hold: {
    sr: ({ count }) => ({
      what: `${counted('sr', count, { one: 'Iz vašeg fajla je nestao # oglas', few: 'Iz vašeg fajla su nestala # oglasa', other: 'Iz vašeg fajla je nestalo # oglasa' })}, više nego obično. Na portalu ostaju dok vi ne odlučite.`,
      next: 'Pogledajte ih, pa potvrdite skidanje ili ih zadržite.',
    }),
    en: ({ count }) => ({
      what: `${counted('en', count, { one: '# listing is', other: '# listings are' })} missing from your file, more than usual. They stay on the portal until you decide.`,
      next: 'Look at them, then confirm their removal, or keep them.',
    }),
  },
  unanswered_fact: {
    sr: ({ count }) => ({
      what: `${counted('sr', count, { one: '# oglas čeka', few: '# oglasa čekaju', other: '# oglasa čeka' })} odgovor koji samo vi možete da date.`,
      next: 'Odgovorite na pitanje; oglasi posle toga idu sami.',
    }),
    en: ({ count }) => ({
      what: `${counted('en', count, { one: '# listing waits', other: '# listings wait' })} for an answer that only you can give.`,
      next: 'Answer the question; the listings are then sent automatically.',
    }),
  },
  new_word: {
    sr: ({ count }) => ({
      what: `U vašem fajlu ${counted('sr', count, { one: 'je # nova reč koju', few: 'su # nove reči koje', other: 'je # novih reči koje' })} portal ne zna.`,
      next: 'Izaberite šta znače.',
    }),
    en: ({ count }) => ({
      what: `Your file has ${counted('en', count, { one: '# new word', other: '# new words' })} that the portal does not know.`,
      next: 'Choose their meaning.',
    }),
  },
  connection_paused: {
    sr: ({ count }) => ({
      what: `Prenos oglasa na portal je zaustavljen; ${counted('sr', count, { one: 'čeka # promena', few: 'čekaju # promene', other: 'čeka # promena' })}.`,
      next: 'Ako ste ga vi zaustavili, ponovo ga uključite na portalu; ako niste, pitajte portal.',
    }),
    en: ({ count }) => ({
      what: `Sending your listings to the portal is paused; ${counted('en', count, { one: '# change waits', other: '# changes wait' })}.`,
      next: 'If you paused it, resume it at the portal; if not, ask the portal.',
    }),
  },
  connection_sent_back: {
    sr: ({ count }) => ({
      what:
        count === 0
          ? 'Portal je vratio prvu proveru.'
          : `Portal je vratio prvu proveru; ${counted('sr', count, { one: 'to važi za # oglas', few: 'to važi za # oglasa', other: 'to važi za # oglasa' })}.`,
      next: 'Pročitajte napomenu portala, ispravite šta je do vas, pa pošaljite ponovo.',
    }),
    en: ({ count }) => ({
      what:
        count === 0
          ? 'The portal sent the first check back.'
          : `The portal sent the first check back: ${listings(count).en}.`,
      next: 'Read the portal’s note, correct your part, then send it again.',
    }),
  },
  feed_failed: {
    sr: () => ({ what: 'Vaš fajl ne može da se obradi.', next: nothingToDo.sr }),
    en: () => ({ what: 'Your file cannot be processed.', next: nothingToDo.en }),
  },
  taken_down: {
    sr: ({ count }) => ({
      what: `Portal je skinuo ${listings(count).sr}, a u vašem fajlu ${counted('sr', count, { one: 'i dalje stoji', few: 'i dalje stoje', other: 'i dalje stoji' })}.`,
      next: 'Pitajte portal zašto, ili označite da ne idu na portal.',
    }),
    en: ({ count }) => ({
      what: `The portal removed ${listings(count).en}, although your file still has ${count === 1 ? 'it' : 'them'}.`,
      next: 'Ask the portal why, or mark them as not for the portal.',
    }),
  },
};

const forStaff: Readonly<Record<NoticeKind, Phrases>> = {
  hold: {
    sr: ({ hold, agency, count }) => ({
      what:
        hold === null
          ? `${agency}: ${counted('sr', count, { one: '# oglas bi čekao', few: '# oglasa bi čekala', other: '# oglasa bi čekalo' })} odluku.`
          : `Hold ${hold.id} (${hold.kind}), ${agency}: ${counted('sr', count, { one: '# oglas čeka', few: '# oglasa čekaju', other: '# oglasa čeka' })} odluku.`,
      next: 'Na portalu se do odluke ništa ne menja. Razlog i komande: `feedsync holds`.',
    }),
    en: ({ hold, agency, count }) => ({
      what:
        hold === null
          ? `${agency}: ${counted('en', count, { one: '# listing would wait', other: '# listings would wait' })} for a decision.`
          : `Hold ${hold.id} (${hold.kind}) of ${agency}: ${counted('en', count, { one: '# listing waits', other: '# listings wait' })} for a decision.`,
      next: 'Nothing changes on the portal until then. For the reason and the commands, see `feedsync holds`.',
    }),
  },
  host_shrunk: {
    sr: ({ agency, count }) => ({
      what: `${agency}: izgubili su ${listings(count).sr} u istom satu. Najverovatnije je kvar na serveru; ništa se ne skida.`,
      next: 'Proverite server. Kad se oglasi vrate, zatvara se samo; inače odlučite o svakom: `feedsync holds`.',
    }),
    en: ({ agency, count }) => ({
      what: `${agency} lost ${listings(count).en} within the same hour. Most likely the host has failed; nothing is removed.`,
      next: 'Check the host. This closes automatically when the listings return; otherwise decide each hold: `feedsync holds`.',
    }),
  },
  unanswered_fact: {
    sr: ({ agency, count }) => ({
      what: `${agency}: ${counted('sr', count, { one: '# oglas čeka', few: '# oglasa čekaju', other: '# oglasa čeka' })} odgovor koji zna samo agencija.`,
      next: 'Pitajte agenciju i upišite odgovor pod answers: ili constants: njenog feeda.',
    }),
    en: ({ agency, count }) => ({
      what: `${agency}: ${counted('en', count, { one: '# listing waits', other: '# listings wait' })} for an answer that only the agency knows.`,
      next: 'Ask the agency, and set its answer under answers: or constants: of its feed.',
    }),
  },
  new_word: {
    sr: ({ agency, count }) => ({
      what: `${agency}: ${counted('sr', count, { one: '# nova reč nema', few: '# nove reči nemaju', other: '# novih reči nema' })} značenje.`,
      next: 'Predloge daje `feedsync unmapped`.',
    }),
    en: ({ agency, count }) => ({
      what: `${agency}: ${counted('en', count, { one: '# new word has', other: '# new words have' })} no meaning.`,
      next: '`feedsync unmapped` suggests meanings.',
    }),
  },
  connection_paused: {
    sr: ({ agency, count }) => ({
      what: `${agency}: konekcija je pauzirana, ${counted('sr', count, { one: '# promena čeka', few: '# promene čekaju', other: '# promena čeka' })}.`,
      next: 'Nastavlja je onaj ko ju je pauzirao: agencija ili portal.',
    }),
    en: ({ agency, count }) => ({
      what: `${agency}: the connection is paused, ${counted('en', count, { one: '# change waits', other: '# changes wait' })}.`,
      next: 'The party that paused it, the agency or the portal’s staff, resumes it.',
    }),
  },
  connection_revoked: {
    sr: ({ agency }) => ({
      what: `${agency}: agencija je povukla saglasnost; njeni oglasi su sada njeni.`,
      next: 'Tražite novi kod za povezivanje, ili izbacite njene feedove iz konfiguracije.',
    }),
    en: ({ agency }) => ({
      what: `${agency}: the agency withdrew its consent and now manages its listings itself.`,
      next: 'Request a new connect code, or remove its feeds from the configuration.',
    }),
  },
  connection_not_found: {
    sr: ({ agency }) => ({
      what: `${agency}: portal pod ovim ključem nema tu konekciju; ništa joj se ne šalje.`,
      next: 'Uporedite sa `feedsync connections`, pa ispravite connection: ili ključ.',
    }),
    en: ({ agency }) => ({
      what: `${agency}: the key’s app does not have this connection; nothing is sent to it.`,
      next: 'Compare with `feedsync connections`, then correct connection: or the key.',
    }),
  },
  connection_sent_back: {
    sr: ({ agency, count }) => ({
      what: `${agency}: portal je vratio prvu proveru (${listings(count).sr}).`,
      next: 'Ispravite mapiranje prema napomeni, što šalje ponovo, ili `feedsync resend --code certification_rejected`.',
    }),
    en: ({ agency, count }) => ({
      what: `${agency}: the portal’s staff sent the first push back (${listings(count).en}).`,
      next: 'Correct the mapping as the note says, which sends again, or `feedsync resend --code certification_rejected`.',
    }),
  },
  connection_adopting: {
    sr: ({ agency }) => ({
      what: `${agency}: na portal je pisao još neko, ili je vraćena kopija; za to vreme se ništa ne skida.`,
      next: 'Proverite da ne radi druga instalacija; prestaje samo, posle sledećeg noćnog poređenja sa portalom.',
    }),
    en: ({ agency }) => ({
      what: `${agency}: another client wrote to the portal, or a backup was restored; nothing is removed for now.`,
      next: 'Make sure that no second installation pushes; removals resume automatically after the next nightly comparison with the portal.',
    }),
  },
  foreign: {
    sr: ({ agency, count }) => ({
      what: `${agency}: na portalu ${counted('sr', count, { one: 'je # oglas koji', few: 'su # oglasa koje', other: 'je # oglasa koje' })} ovde niko ne poznaje.`,
      next: 'Sačekajte noćno poređenje ili pokrenite `feedsync reconcile`: ono pita.',
    }),
    en: ({ agency, count }) => ({
      what: `${agency}: ${counted('en', count, { one: '# listing', other: '# listings' })} on the portal that no feed here has.`,
      next: 'Wait for the next comparison, or run `feedsync reconcile`: it opens a hold.',
    }),
  },
  taken_down: {
    sr: ({ agency, count }) => ({
      what: `${agency}: portal je skinuo ${listings(count).sr} iako su u feedu.`,
      next: 'Agencija pita portal zašto; ovde to završava `feedsync suppress ID --reason R`.',
    }),
    en: ({ agency, count }) => ({
      what: `${agency}: the portal removed ${listings(count).en} although the feed has them.`,
      next: 'The agency asks the portal why; `feedsync suppress ID --reason R` resolves this here.',
    }),
  },
  vocabulary: {
    sr: ({ count }) => ({
      what: `U rečniku portala nedostaje ${counted('sr', count, { one: '# reč', few: '# reči', other: '# reči' })}; za sada važi stari.`,
      next: 'Proverite sa portalom, pa `feedsync vocabularies --accept`; posle 24 sata se prihvata sam.',
    }),
    en: ({ count }) => ({
      what: `The portal’s vocabulary lost ${counted('en', count, { one: '# word', other: '# words' })}; the former one stays in use.`,
      next: 'Check with the portal, then `feedsync vocabularies --accept`; after 24 hours it is accepted automatically.',
    }),
  },
  key: {
    sr: ({ count }) => ({
      what: `Portal odbija ključ: nijednoj agenciji se ništa ne šalje, ${counted('sr', count, { one: '# promena čeka', few: '# promene čekaju', other: '# promena čeka' })}.`,
      next: 'Zašto, kaže `feedsync doctor`. Čim portal ponovo primi ključ, nastavlja se samo.',
    }),
    en: ({ count }) => ({
      what: `The portal refuses the key: nothing is sent for any agency, ${counted('en', count, { one: '# change waits', other: '# changes wait' })}.`,
      next: '`feedsync doctor` shows why. Sending resumes automatically once the portal accepts the key again.',
    }),
  },
  feed_suspended: {
    sr: ({ agency }) => ({
      what: `${agency}: čitanje feeda je obustavljeno, jer se program dva puta ugasio dok ga je čitao. Oglasi ostaju na portalu kakvi su bili.`,
      next: 'Pogledajte fajl i mapiranje; `feedsync resume FEED` ga ponovo čita, kao i promena mapiranja.',
    }),
    en: ({ agency }) => ({
      what: `${agency}: a feed is suspended, because the process died twice while reading it. The listings stay on the portal as they were.`,
      next: 'Check its file and its mapping; `feedsync resume FEED`, or a changed mapping, resumes polling.',
    }),
  },
  feed_stalled: {
    sr: ({ agency, count }) => ({
      what: `${agency}: ${counted('sr', count, { one: '# feed se ne čita', few: '# feeda se ne čitaju', other: '# feedova se ne čita' })}. Oglasi ostaju na portalu kakvi su bili.`,
      next: 'Zašto, kaže `feedsync status`. Pokušava se i dalje; javite onome čiji je server.',
    }),
    en: ({ agency, count }) => ({
      what: `${agency}: ${counted('en', count, { one: '# feed cannot', other: '# feeds cannot' })} be read. The listings stay on the portal as they were.`,
      next: '`feedsync status` shows why. Polling is retried; contact the owner of that server.',
    }),
  },
  feed_failed: {
    sr: ({ agency, reason }) => ({
      what: `${agency}: feedsync ne uspeva da obradi feed. ${reason ?? ''}`.trim(),
      next: 'Razlog je u `feedsync logs --level error`; prijavite ga sa paketom iz `feedsync doctor --bundle FAJL`.',
    }),
    en: ({ agency, reason }) => ({
      what: `${agency}: feedsync fails to process the feed. ${reason ?? ''}`.trim(),
      next: 'The reason is in `feedsync logs --level error`; report it with a bundle from `feedsync doctor --bundle FILE`.',
    }),
  },
};
