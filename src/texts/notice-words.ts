import { nothingToDo } from './behind-words.js';
import { valuesSentence } from './content-words.js';
import { pluralOf, written } from './counted.js';
import { capitalized } from './phrasing.js';
import { toldReason } from './reasons/told-reason.js';
import { pauseSide, pauseWords } from './listing/pause-words.js';
import { longStatedSentence } from './long-stated-words.js';
import { sharedQuestionNext, sharedQuestionSentence } from './shared-question-words.js';
import type { NoticeItem, NoticeKind, NoticeLanguage } from '../core/setup/notice-plan.js';

/** The text of a notice about one item, in full sentences. */
export interface NoticeWords {
  what: string;
  next: string;
}

/** The readers of a notice. Texts for agencies avoid technical terms; texts for staff name commands and console pages. */
export type NoticeAudience = 'agency' | 'staff';

/** The fields of an item that its sentences use. */
export type WordedNotice = Pick<
  NoticeItem,
  'kind' | 'agency' | 'count' | 'hold' | 'reason' | 'asked' | 'subject'
>;

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

const listings = (count: number): { sr: string; en: string } => ({
  sr: counted('sr', count, { one: '# oglas', few: '# oglasa', other: '# oglasa' }),
  en: counted('en', count, { one: '# listing', other: '# listings' }),
});

/** Whether some of the hold's listings would become inactive. */
function leavesSome(hold: WordedNotice['hold']): boolean {
  return (hold?.inactive ?? 0) > 0;
}

/** The sentences of a hold of kind `content` for its agency. */
const valuesForAgencies: Phrases = {
  sr: ({ count }) => ({
    what: valuesSentence(count).sr,
    next: 'Dok vi ne odlučite, na portalu ostaju dosadašnje vrednosti, a novi oglasi čekaju.',
  }),
  en: ({ count }) => ({
    what: valuesSentence(count).en,
    next: 'The portal keeps the present values until you decide, and new listings wait.',
  }),
};

/** The sentences of a hold of kind `content` for staff. */
const valuesForStaff: Phrases = {
  sr: ({ hold, agency, count }) => ({
    what: `${hold === null ? '' : `Zadržavanje ${hold.id} (\`content\`), `}${agency}: ${counted('sr', count, { one: '# vrednost čeka', few: '# vrednosti čekaju', other: '# vrednosti čeka' })} potvrdu.`,
    next: 'Na portalu do odluke ostaju dosadašnje vrednosti, a novi oglasi čekaju. Vrednosti i komande: `feedsync holds`.',
  }),
  en: ({ hold, agency, count }) => ({
    what: `${hold === null ? '' : `Hold ${hold.id} (content) of `}${agency}: ${counted('en', count, { one: '# value waits', other: '# values wait' })} for a confirmation.`,
    next: 'What is live stays until then, and new listings wait. For the values and the commands, see `feedsync holds`.',
  }),
};

/** The sentences of holds of kind `content`, of removals that an upgrade of the mapping reads, or of all others. */
function ofHolds(content: Phrases, others: Phrases, upgrade = others): Phrases {
  const phrase =
    (language: NoticeLanguage): Phrase =>
    (item) => {
      const { kind, cause } = item.hold ?? {};
      return (kind === 'content' ? content : cause === 'upgrade' ? upgrade : others)[language](item);
    };
  return { sr: phrase('sr'), en: phrase('en') };
}

/** The sentences for agencies of listings that their software called sold, reserved or the like before an upgrade. */
const longStatedForAgencies: Phrases = {
  sr: ({ count, hold }) => ({
    what: `${longStatedSentence({ lineCount: count, inactiveCount: hold?.inactive ?? 0 }).sr}. Dok vi ne odlučite, ništa se ne menja.`,
    next: 'Pogledajte spisak, pa potvrdite promenu ili ostavite sve kako jeste.',
  }),
  en: ({ count, hold }) => ({
    what: `${longStatedSentence({ lineCount: count, inactiveCount: hold?.inactive ?? 0 }).en}. Nothing changes on the portal until you decide.`,
    next: 'Look at the list, then confirm the change or keep everything as it is.',
  }),
};

const changesWait = {
  sr: { one: 'čeka # promena', few: 'čekaju # promene', other: 'čeka # promena' },
  en: { one: '# change waits', other: '# changes wait' },
} as const;

/** @param of who is concerned, where the reader sees several agencies */
function paused(
  { subject, reason }: WordedNotice,
  language: NoticeLanguage,
  waiting: string,
  of = '',
): NoticeWords {
  const { why, next } = pauseWords(pauseSide(subject ?? null), reason ?? null);
  const clause = of === '' ? capitalized(why[language]) : why[language];
  return { what: `${of}${clause}; ${waiting}.`, next: next[language] };
}

const forAgencies: Readonly<Partial<Record<NoticeKind, Phrases>>> = {
  hold: ofHolds(
    valuesForAgencies,
    {
      sr: ({ count, hold }) => ({
        what: leavesSome(hold)
          ? `${counted('sr', count, { one: 'Posetioci više ne bi videli # oglas', few: 'Posetioci više ne bi videli # oglasa', other: 'Posetioci više ne bi videli # oglasa' })}, više nego obično: u vašem fajlu su rezervisani ili isključeni, ili ih više nema. Dok vi ne odlučite, na portalu se ništa ne menja.`
          : `${counted('sr', count, { one: 'Iz vašeg fajla je nestao # oglas', few: 'Iz vašeg fajla su nestala # oglasa', other: 'Iz vašeg fajla je nestalo # oglasa' })}, više nego obično. Dok vi ne odlučite, na portalu se ništa ne menja.`,
        next: leavesSome(hold)
          ? 'Pogledajte spisak, pa potvrdite promenu ili ostavite sve kako jeste.'
          : 'Pogledajte spisak, pa potvrdite skidanje ili ostavite sve na portalu.',
      }),
      en: ({ count, hold }) => ({
        what: leavesSome(hold)
          ? `Visitors would no longer see ${counted('en', count, { one: '# listing', other: '# listings' })}, more than usual: your file calls them reserved or switched off, or has them no longer. Nothing changes on the portal until you decide.`
          : `${counted('en', count, { one: '# listing is', other: '# listings are' })} missing from your file, more than usual. Nothing changes on the portal until you decide.`,
        next: leavesSome(hold)
          ? 'Look at the list, then confirm the change or keep everything as it is.'
          : 'Look at the list, then confirm the removal or keep everything on the portal.',
      }),
    },
    longStatedForAgencies,
  ),
  unanswered_fact: {
    sr: ({ count }) => ({
      what: `${counted('sr', count, { one: '# oglas čeka', few: '# oglasa čekaju', other: '# oglasa čeka' })} odgovor koji samo vi možete da date.`,
      next: 'Odgovorite na pitanje; oglasi se potom automatski šalju.',
    }),
    en: ({ count }) => ({
      what: `${counted('en', count, { one: '# listing waits', other: '# listings wait' })} for an answer that only you can give.`,
      next: 'Answer the question; the listings are then sent by themselves.',
    }),
  },
  new_word: {
    sr: ({ count }) => ({
      what: `U vašem fajlu ${counted('sr', count, { one: 'je # nova reč koju', few: 'su # nove reči koje', other: 'je # novih reči koje' })} portal ne poznaje.`,
      next: 'Izaberite šta znače.',
    }),
    en: ({ count }) => ({
      what: `Your file has ${counted('en', count, { one: '# new word', other: '# new words' })} that the portal does not know.`,
      next: 'Choose their meaning.',
    }),
  },
  connection_paused: {
    sr: (item) => paused(item, 'sr', counted('sr', item.count, changesWait.sr)),
    en: (item) => paused(item, 'en', counted('en', item.count, changesWait.en)),
  },
  connection_sent_back: {
    sr: ({ count }) => ({
      what:
        count === 0
          ? 'Portal je posle prve provere vratio oglase.'
          : `Portal je posle prve provere vratio ${listings(count).sr}.`,
      next: 'Pročitajte napomenu portala i ispravite ono što traži; oglasi se potom ponovo šalju.',
    }),
    en: ({ count }) => ({
      what:
        count === 0
          ? 'The portal sent listings back after the first check.'
          : `The portal sent ${listings(count).en} back after the first check.`,
      next: 'Read the portal’s note and correct what it asks for; the listings are then sent again.',
    }),
  },
  feed_unreadable: {
    sr: () => ({ what: 'Nijedan oglas iz vašeg fajla ne može da se pročita.', next: nothingToDo.sr }),
    en: () => ({ what: 'No listing of your file can be read.', next: nothingToDo.en }),
  },
  feed_failed: {
    sr: () => ({ what: 'Vaš fajl ne može da se obradi.', next: nothingToDo.sr }),
    en: () => ({ what: 'Your file cannot be processed.', next: nothingToDo.en }),
  },
  taken_down: {
    sr: ({ count }) => ({
      what: `Portal je skinuo ${listings(count).sr}, a u vašem fajlu ${counted('sr', count, { one: 'i dalje stoji', few: 'i dalje stoje', other: 'i dalje stoji' })}.`,
      next: 'Pitajte portal za razlog ili sklonite oglase sa portala.',
    }),
    en: ({ count }) => ({
      what: `The portal removed ${listings(count).en}, though your file still has ${count === 1 ? 'it' : 'them'}.`,
      next: 'Ask the portal why, or suppress the listings.',
    }),
  },
};

/** The sentences of a question that several feeds share. */
function ofQuestions(language: NoticeLanguage): Phrase {
  return ({ asked, count }) => {
    if (asked === undefined) throw new TypeError('a shared question has feeds');
    return {
      what: sharedQuestionSentence({ ...asked, count })[language],
      next: sharedQuestionNext(asked.question)[language],
    };
  };
}

/** The daemon's reason as a sentence in Serbian; empty for one that is known in English alone. */
function serbianReason(reason: string | null | undefined, before = ' '): string {
  const sr = reason == null ? undefined : toldReason(reason)?.sr;
  return sr === undefined ? '' : `${before}${sr.replace(/\.$/, '')}.`;
}

const forStaff: Readonly<Record<NoticeKind, Phrases>> = {
  shared_question: { sr: ofQuestions('sr'), en: ofQuestions('en') },
  hold: ofHolds(valuesForStaff, {
    sr: ({ hold, agency, count }) => ({
      what:
        hold === null
          ? `${agency}: ${counted('sr', count, { one: '# oglas bi čekao', few: '# oglasa bi čekala', other: '# oglasa bi čekalo' })} odluku.`
          : `Zadržavanje ${hold.id} (\`${hold.kind}\`), ${agency}: ${counted('sr', count, { one: '# oglas čeka', few: '# oglasa čekaju', other: '# oglasa čeka' })} odluku.`,
      next: 'Na portalu se do odluke ništa ne menja. Razlog i komande: `feedsync holds`.',
    }),
    en: ({ hold, agency, count }) => ({
      what:
        hold === null
          ? `${agency}: ${counted('en', count, { one: '# listing would wait', other: '# listings would wait' })} for a decision.`
          : `Hold ${hold.id} (${hold.kind}) of ${agency}: ${counted('en', count, { one: '# listing waits', other: '# listings wait' })} for a decision.`,
      next: 'Nothing changes on the portal until then. For the reason and the commands, see `feedsync holds`.',
    }),
  }),
  host_shrunk: {
    sr: ({ agency, count }) => ({
      what: `${agency}: ${counted('sr', count, { one: 'u istom satu je nestao # oglas', few: 'u istom satu su nestala # oglasa', other: 'u istom satu je nestalo # oglasa' })}. Najverovatnije je kvar na serveru; ništa se ne skida.`,
      next: 'Proverite server. Kada se oglasi vrate, zadržavanje se automatski zatvara; inače odlučite o svakom: `feedsync holds`.',
    }),
    en: ({ agency, count }) => ({
      what: `${agency} lost ${listings(count).en} within the same hour. Most likely the host has failed; nothing is removed.`,
      next: 'Look at the host. Each hold closes by itself when its listings come back; else decide it: `feedsync holds`.',
    }),
  },
  unanswered_fact: {
    sr: ({ agency, count }) => ({
      what: `${agency}: ${counted('sr', count, { one: '# oglas čeka', few: '# oglasa čekaju', other: '# oglasa čeka' })} odgovor koji zna samo agencija.`,
      next: 'Pitajte agenciju i upišite odgovor pod `answers:` ili `constants:` njenog feeda.',
    }),
    en: ({ agency, count }) => ({
      what: `${agency}: ${counted('en', count, { one: '# listing waits', other: '# listings wait' })} for an answer that only the agency knows.`,
      next: 'Ask the agency, and set its answer under answers: or constants: of its feed.',
    }),
  },
  partner_asked: {
    sr: ({ agency, count }) => ({
      what: `${agency}: ${counted('sr', count, { one: '# oglas čeka', few: '# oglasa čekaju', other: '# oglasa čeka' })} odgovor koji agencija ne zna; pita vas.`,
      next: 'Saznajte odgovor i upišite ga pod `constants:` njenog feeda, umesto `ask_partner`.',
    }),
    en: ({ agency, count }) => ({
      what: `${agency}: ${counted('en', count, { one: '# listing waits', other: '# listings wait' })} for an answer that the agency does not know; it asks you.`,
      next: 'Find out the answer, and write it under constants: of its feed in place of ask_partner.',
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
    sr: (item) => paused(item, 'sr', counted('sr', item.count, changesWait.sr), `${item.agency}: `),
    en: (item) => paused(item, 'en', counted('en', item.count, changesWait.en), `${item.agency}: `),
  },
  connection_revoked: {
    sr: ({ agency }) => ({
      what: `${agency}: agencija je opozvala konekciju; svoje oglase na portalu od sada vodi sama.`,
      next: 'Tražite novi kod za povezivanje ili izbacite njene feedove iz konfiguracije.',
    }),
    en: ({ agency }) => ({
      what: `${agency}: the agency revoked the connection; it manages its listings on the portal itself now.`,
      next: 'Ask for a new connect code, or take its feeds out of the configuration.',
    }),
  },
  connection_not_found: {
    sr: ({ agency }) => ({
      what: `${agency}: portal pod ovim ključem nema tu konekciju; ništa se ne šalje.`,
      next: 'Uporedite sa `feedsync connections`, pa ispravite `connection:` ili ključ.',
    }),
    en: ({ agency }) => ({
      what: `${agency}: the key’s app does not have this connection; nothing is sent to it.`,
      next: 'Compare with `feedsync connections`, then correct connection: or the key.',
    }),
  },
  connection_sent_back: {
    sr: ({ agency, count }) => ({
      what: `${agency}: portal je posle prve provere vratio ${listings(count).sr}.`,
      next: 'Ispravite mapiranje prema napomeni, pa se oglasi ponovo šalju; ili ih pošaljite kakvi jesu: `feedsync resend --code certification_rejected`.',
    }),
    en: ({ agency, count }) => ({
      what: `${agency}: the portal’s staff sent the first push back (${listings(count).en}).`,
      next: 'Correct the mapping as the note says, and the listings are sent again; or send them as they are: `feedsync resend --code certification_rejected`.',
    }),
  },
  connection_adopting: {
    sr: ({ agency }) => ({
      what: `${agency}: na portal je slao još neki program ili je vraćena rezervna kopija; do poređenja se ništa ne skida.`,
      next: 'Proverite da ne šalje i druga instalacija; posle sledećeg noćnog poređenja sa portalom skidanje se automatski nastavlja.',
    }),
    en: ({ agency }) => ({
      what: `${agency}: another client wrote to the portal, or a backup was restored; nothing is removed until the comparison.`,
      next: 'Make sure that no second installation sends; removals resume after the next nightly comparison with the portal.',
    }),
  },
  foreign: {
    sr: ({ agency, count }) => ({
      what: `${agency}: na portalu ${counted('sr', count, { one: 'je # oglas kojeg', few: 'su # oglasa kojih', other: 'je # oglasa kojih' })} nema ni u jednom feedu.`,
      next: 'Sačekajte noćno poređenje ili pokrenite `feedsync reconcile`: poređenje traži odluku o njima.',
    }),
    en: ({ agency, count }) => ({
      what: `${agency}: ${counted('en', count, { one: '# listing', other: '# listings' })} on the portal that no feed has.`,
      next: 'Wait for the next comparison, or run `feedsync reconcile`: it asks for a decision about them.',
    }),
  },
  taken_down: {
    sr: ({ agency, count }) => ({
      what: `${agency}: portal je skinuo ${counted('sr', count, { one: '# oglas iako je', few: '# oglasa iako su', other: '# oglasa iako su' })} u feedu.`,
      next: 'Agencija pita portal za razlog; komanda `feedsync suppress ID --reason R` sklanja oglas i zatvara ovo obaveštenje.',
    }),
    en: ({ agency, count }) => ({
      what: `${agency}: the portal removed ${listings(count).en} although the feed has ${count === 1 ? 'it' : 'them'}.`,
      next: 'The agency asks the portal why; `feedsync suppress ID --reason R` suppresses the listing and ends this notice.',
    }),
  },
  vocabulary: {
    sr: ({ count }) => ({
      what: `U rečniku portala ${counted('sr', count, { one: 'nedostaje # reč', few: 'nedostaju # reči', other: 'nedostaje # reči' })}; za sada važi prethodni rečnik.`,
      next: 'Proverite sa portalom, pa pokrenite `feedsync vocabularies --accept`; posle 24 sata novi rečnik se automatski prihvata.',
    }),
    en: ({ count }) => ({
      what: `The portal’s vocabulary lost ${counted('en', count, { one: '# word', other: '# words' })}; the former one stays in use.`,
      next: 'Check with the portal, then `feedsync vocabularies --accept`; after 24 hours it is accepted automatically.',
    }),
  },
  key: {
    sr: ({ count }) => ({
      what: `Portal ne prihvata ključ: ne šalje se ništa ni za jednu agenciju, ${counted('sr', count, { one: '# promena čeka', few: '# promene čekaju', other: '# promena čeka' })}.`,
      next: 'Razlog pokazuje `feedsync doctor`. Čim portal ponovo prihvati ključ, slanje se automatski nastavlja.',
    }),
    en: ({ count }) => ({
      what: `The portal refuses the key: nothing of any agency is sent, ${counted('en', count, { one: '# change waits', other: '# changes wait' })}.`,
      next: '`feedsync doctor` shows why. Sending resumes by itself once the portal takes the key again.',
    }),
  },
  feed_suspended: {
    sr: ({ agency }) => ({
      what: `${agency}: čitanje feeda je obustavljeno, jer se program dva puta ugasio dok ga je čitao. Oglasi ostaju na portalu kakvi su bili.`,
      next: 'Pogledajte fajl i mapiranje; feed se ponovo čita posle `feedsync resume FEED` ili izmene mapiranja.',
    }),
    en: ({ agency }) => ({
      what: `${agency}: a feed is suspended, because the process died twice while reading it. The listings stay on the portal as they were.`,
      next: 'Check its file and its mapping; `feedsync resume FEED`, or a changed mapping, resumes polling.',
    }),
  },
  feed_stalled: {
    sr: ({ agency, count }) => ({
      what: `${agency}: ${counted('sr', count, { one: '# feed ne može', few: '# feeda ne mogu', other: '# feedova ne može' })} da se pročita. Oglasi ostaju na portalu kakvi su bili.`,
      next: 'Razlog pokazuje `feedsync status`. Pokušaji se automatski nastavljaju; javite vlasniku servera.',
    }),
    en: ({ agency, count }) => ({
      what: `${agency}: ${counted('en', count, { one: '# feed cannot', other: '# feeds cannot' })} be read. The listings stay on the portal as they were.`,
      next: '`feedsync status` shows why. It is tried again by itself; contact the owner of that server.',
    }),
  },
  feed_unreadable: {
    sr: ({ agency, count, reason }) => ({
      what: `${agency}: nijedan zapis feeda ne može da se pročita (${count}). Oglasi ostaju na portalu kakvi su bili.${serbianReason(reason, ' Prvi zapis: ')}`,
      next: 'Javite proizvođaču programa koji pravi fajl. Čim jedan zapis opet bude čitljiv, ova poruka prestaje.',
    }),
    en: ({ agency, count, reason }) => ({
      what: `${agency}: no record of the feed can be read (${count}). The listings stay on the portal as they were. Of the first record: ${reason ?? ''}.`,
      next: 'Contact the maker of the export. This notice ends as soon as one record can be read again.',
    }),
  },
  feed_failed: {
    sr: ({ agency, reason }) => ({
      what: `${agency}: feedsync ne uspeva da obradi feed.${serbianReason(reason)}`,
      next: 'Razlog je u `feedsync logs --level error`; uz prijavu priložite paket koji pravi `feedsync doctor --bundle FAJL`.',
    }),
    en: ({ agency, reason }) => ({
      what: `${agency}: feedsync fails to process the feed. ${reason ?? ''}`.trim(),
      next: 'The reason is in `feedsync logs --level error`; report it with a bundle from `feedsync doctor --bundle FILE`.',
    }),
  },
};
