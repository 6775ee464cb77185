import { behindWords, type Behind } from './behind-words.js';
import type { QuestionHead } from '../core/content/shared-questions.js';
import type { OverviewKind } from '../model/attention-kinds.js';
import { agencyForms, counted, feedForms, listingForms, serbianForm, wordForms } from './counted.js';
import { valueForms } from './content-words.js';
import { diskWords, type DiskFault } from './disk-words.js';
import type { Actor, Sentence } from '../model/sentence.js';
import { sharedQuestionNext, sharedQuestionSentence } from './shared-question-words.js';
import { failureCause } from './failure-causes.js';
import { holdWords } from './hold-text.js';
import { jobName } from './job-names.js';
import { proxyWords } from './proxy-words.js';
import { pauseSide, pauseWords } from './listing/pause-words.js';
import { capitalized, quotedSr } from './phrasing.js';
import { inBrackets } from './reasons/told-reason.js';
import { notSendableCode } from '../model/wait-cause.js';
import { keptBackCode, keptBackWords, type KeptBackKind } from './listing/wait-words.js';

export interface OverviewSubject {
  kind: OverviewKind;
  /** What items of a kind are grouped by, such as a host, the portal's code or the kind of a hold; null where the kind is enough. */
  subject: string | null;
  /** Number of listings, records, words or feeds concerned. */
  count: number;
  agencies: number;
  /** The owner, where it is named instead of counted. */
  of?: Sentence;
  /** The cause, for items that are behind. */
  behind?: Pick<Behind, 'cause' | 'detail'> | null;
  /** The failure's message, for items that failed. */
  reason?: string | null;
  /** The folder that cannot be written, for items of kind `disk`. */
  disk?: DiskFault | null;
  /** Of items of kind `shared_question`: what is asked, and of how many feeds. */
  question?: QuestionHead | null;
  feeds?: number;
}

export interface OverviewText {
  sentence: Sentence;
  next: Sentence;
  actor: Actor;
}

/** One sentence for an overview item, however many agencies it concerns; what to do about it, and who must act. */
export function overviewText(item: OverviewSubject): OverviewText {
  return texts[item.kind](item);
}

const allAgencies: Sentence = { sr: 'sve agencije', en: 'all agencies' };
const agencies = ({ agencies: count, of }: OverviewSubject): Sentence =>
  of ?? (count === 0 ? allAgencies : counted(count, agencyForms));
const listings = ({ count }: OverviewSubject): Sentence => counted(count, listingForms);

const waiting = (cause: OverviewSubject): Sentence => ({
  sr: `${serbianForm(cause.count, 'čeka', 'čekaju', 'čeka')} ${listings(cause).sr}`,
  en: `${listings(cause).en} ${cause.count === 1 ? 'waits' : 'wait'}`,
});

const nothingToDo: Sentence = { sr: 'Ne morate ništa da uradite.', en: 'Nothing to do.' };

function keptBack(kind: KeptBackKind, actor: Actor): (item: OverviewSubject) => OverviewText {
  return (cause) => {
    const { why, next } = keptBackWords(kind, cause.subject);
    const code = keptBackCode(kind, cause.subject);
    return {
      sentence: {
        sr: `${serbianForm(cause.count, 'Čeka', 'Čekaju', 'Čeka')} ${listings(cause).sr} (${agencies(cause).sr}), jer ${why.sr}${code}.`,
        en: `${listings(cause).en} of ${agencies(cause).en} ${cause.count === 1 ? 'waits' : 'wait'}, because ${why.en}${code}.`,
      },
      next: next ?? nothingToDo,
      actor,
    };
  };
}

const texts: Readonly<Record<OverviewKind, (item: OverviewSubject) => OverviewText>> = {
  clock: () => ({
    sentence: {
      sr: 'Sat ove mašine pokazuje manje nego kada je feedsync poslednji put radio: poslovi čekaju vreme koje tek dolazi.',
      en: 'The clock of this machine shows an earlier time than when feedsync last ran, so due work waits for a time in the future.',
    },
    next: {
      sr: 'Podesite sat mašine, pa pokrenite `feedsync run`: on sam ispravlja vremena poslova.',
      en: 'Set the clock of the machine, then start `feedsync run`: it corrects due times automatically.',
    },
    actor: 'partner',
  }),
  disk: ({ disk }) => {
    if (disk == null) throw new TypeError('a folder that cannot be written has a reason');
    const { sentence, next } = diskWords(disk);
    return { sentence, next, actor: 'partner' };
  },
  key: (cause) => ({
    sentence: {
      sr: `Portal ne prihvata ključ: ništa se ne šalje, ${waiting(cause).sr}.`,
      en: `The portal refuses the key: nothing is sent, and ${waiting(cause).en}.`,
    },
    next: {
      sr: 'Proverite ključ kod portala; kada ga portal prihvati, slanje se automatski nastavlja.',
      en: 'Check the key with the portal; sending resumes automatically once the portal accepts it.',
    },
    actor: 'partner',
  }),
  vocabulary: ({ count }) => ({
    sentence: {
      sr: `Iz rečnika portala ${serbianForm(count, 'je nestala', 'su nestale', 'je nestalo')} ${counted(count, wordForms).sr}; do odluke važi prethodni rečnik.`,
      en: `The portal’s vocabulary lost ${counted(count, wordForms).en}; the former one stays in use until a decision.`,
    },
    next: {
      sr: 'Prihvatite novi rečnik (`feedsync vocabularies --accept`) ako je promena namerna.',
      en: 'Accept the new one (`feedsync vocabularies --accept`) if the change is intended.',
    },
    actor: 'partner',
  }),
  source_down: ({ subject, count, agencies: concerned }) => ({
    sentence: {
      sr: `${subject ?? 'Izvor'} ne daje fajlove: ${counted(count, feedForms).sr}, ${counted(concerned, agencyForms).sr}.`,
      en: `${subject ?? 'A source'} delivers no files: ${counted(count, feedForms).en} of ${counted(concerned, agencyForms).en}.`,
    },
    next: {
      sr: 'Javite vlasniku servera; pokušaji se automatski nastavljaju, a na portalu ostaje sve kako jeste.',
      en: 'Contact the owner of that server; it is tried again by itself, and the portal stays as it is.',
    },
    actor: 'partner',
  }),
  feed_suspended: ({ subject, agencies: concerned }) => ({
    sentence: {
      sr: `Feed ${subject ?? ''} je obustavljen: program se dva puta ugasio dok ga je čitao (${counted(concerned, agencyForms).sr}).`,
      en: `The feed ${subject ?? ''} is suspended: the process died twice while reading it (${counted(concerned, agencyForms).en}).`,
    },
    next: {
      sr: 'Pogledajte fajl i mapiranje; feed se ponovo čita posle `feedsync resume` ili izmene mapiranja.',
      en: 'Check its file and its mapping; `feedsync resume`, or a changed mapping, resumes polling.',
    },
    actor: 'partner',
  }),
  host_shrunk: (cause) => ({
    sentence: {
      sr: `Fajlovi sa ${cause.subject ?? ''} istovremeno su se smanjili: ${agencies(cause).sr}, ${listings(cause).sr} na čekanju.`,
      en: `Files from ${cause.subject ?? ''} shrank at the same time: ${agencies(cause).en}, ${listings(cause).en} held.`,
    },
    next: {
      sr: 'Proverite kod dobavljača programa pre nego što bilo šta potvrdite.',
      en: 'Ask the vendor of that software before anything is approved.',
    },
    actor: 'partner',
  }),
  missing: (cause) => ({
    sentence: {
      sr: `U fajlu više ${serbianForm(cause.count, 'nije', 'nisu', 'nije')} ${listings(cause).sr} (${agencies(cause).sr}), više nego obično; još ${serbianForm(cause.count, 'je', 'su', 'su')} na portalu.`,
      en: `${listings(cause).en} of ${agencies(cause).en} ${cause.count === 1 ? 'is' : 'are'} missing from the file, more than usual, and still on the portal.`,
    },
    next: {
      sr: 'Ako je to greška u fajlu, treba da se ispravi; ako se oglasi ne vrate, po pravilima se skidaju ili se prvo pita.',
      en: 'If the export is wrong, it needs correcting; listings that do not return are removed, or asked about first, by the rules.',
    },
    actor: 'agency',
  }),
  hold: (cause) => {
    if (cause.subject === 'content') return valuesText(cause);
    return {
      sentence: {
        sr: `${holdWords(cause.subject).sr}: ${listings(cause).sr}, ${agencies(cause).sr}.`,
        en: `${holdWords(cause.subject).en}: ${listings(cause).en} of ${agencies(cause).en}.`,
      },
      next: {
        sr: 'Pogledajte oglase, pa odobrite ili odbijte. Ništa se ne odobrava automatski.',
        en: 'Look at the listings, then approve or reject. Nothing is approved automatically.',
      },
      actor: cause.subject === 'removals' ? 'agency' : 'partner',
    };
  },
  shared_question: ({ question, feeds = 0, count }) => {
    if (question == null) throw new TypeError('a shared question is known');
    return {
      sentence: sharedQuestionSentence({ question, feeds, count }),
      next: sharedQuestionNext(question),
      actor: 'partner',
    };
  },
  connection_paused: (cause) => {
    const { why, next, actor } = pauseWords(pauseSide(cause.subject), cause.reason ?? null);
    return {
      sentence: {
        sr: `${capitalized(why.sr)}: ${agencies(cause).sr}, ${waiting(cause).sr}.`,
        en: `${capitalized(why.en)}: ${agencies(cause).en}, and ${waiting(cause).en}.`,
      },
      next,
      actor,
    };
  },
  connection_revoked: (cause) => ({
    sentence: {
      sr: `Konekcija je opozvana: ${agencies(cause).sr}.`,
      en: `The connection was revoked: ${agencies(cause).en}.`,
    },
    next: {
      sr: 'Agencija traži novi kod na portalu ili se njen feed završava.',
      en: 'The agency requests a new code at the portal, or its feed is retired.',
    },
    actor: 'agency',
  }),
  connection_not_found: (cause) => ({
    sentence: {
      sr: `Portal ne poznaje konekciju: ${agencies(cause).sr}.`,
      en: `The portal does not know the connection: ${agencies(cause).en}.`,
    },
    next: {
      sr: 'Proverite ID konekcije u konfiguraciji.',
      en: 'Check the connection’s id in the configuration.',
    },
    actor: 'partner',
  }),
  connection_sent_back: (cause) => ({
    sentence: {
      sr: `Osoblje portala je vratilo prve oglase: ${agencies(cause).sr}, ${listings(cause).sr}.`,
      en: `The portal’s staff sent the first listings back: ${agencies(cause).en}, ${listings(cause).en}.`,
    },
    next: {
      sr: 'Pročitajte napomenu i ispravite ono što traži; oglasi se potom šalju ponovo.',
      en: 'Read their note and correct what it asks for; the listings are then sent again.',
    },
    actor: 'agency',
  }),
  connection_adopting: (cause) => ({
    sentence: {
      sr: `Na portal je slao još neki program: ${agencies(cause).sr}; do poređenja se ništa ne skida.`,
      en: `Another client wrote to the portal: ${agencies(cause).en}; nothing is removed until the comparison.`,
    },
    next: {
      sr: 'Proverite da li dva programa šalju iste oglase; posle sledećeg noćnog poređenja sa portalom skidanje se automatski nastavlja.',
      en: 'Check whether two systems send the same listings; removals resume after the next nightly comparison with the portal.',
    },
    actor: 'partner',
  }),
  foreign: (cause) => ({
    sentence: {
      sr: `Na portalu ima oglasa kojih nema ni u jednom feedu: ${listings(cause).sr}, ${agencies(cause).sr}.`,
      en: `The portal has ${listings(cause).en} that no feed here has: ${agencies(cause).en}.`,
    },
    next: {
      sr: 'Sledeće poređenje sa portalom traži odluku o njima.',
      en: 'The next comparison asks for a decision about them.',
    },
    actor: 'partner',
  }),
  taken_down: (cause) => ({
    sentence: {
      sr: `Portal skida oglase koji su i dalje u feedu: ${listings(cause).sr}, ${agencies(cause).sr}.`,
      en: `The portal removes listings that their feeds still have: ${listings(cause).en} of ${agencies(cause).en}.`,
    },
    next: {
      sr: 'Agencija pita portal za razlog ili sklanja oglas.',
      en: 'The agency asks the portal why, or suppresses the listing.',
    },
    actor: 'agency',
  }),
  unanswered_fact: ({ agencies: concerned }) => ({
    sentence: {
      sr: `${counted(concerned, agencyForms).sr} još ${serbianForm(concerned, 'nije odgovorila', 'nisu odgovorile', 'nije odgovorilo')} na pitanja bez kojih se oglasi ne objavljuju.`,
      en: `${counted(concerned, agencyForms).en} ${concerned === 1 ? 'has' : 'have'} not answered the questions that listings need to be published.`,
    },
    next: { sr: 'Agencija odgovara na svojoj stranici.', en: 'The agency answers on its own page.' },
    actor: 'agency',
  }),
  partner_asked: (cause) => ({
    sentence: {
      sr: `Agencija ne zna odgovor i pita operatera uvoza: ${agencies(cause).sr}, ${waiting(cause).sr}.`,
      en: `An agency does not know an answer and asks the operator of the import: ${agencies(cause).en}, and ${waiting(cause).en}.`,
    },
    next: {
      sr: 'Upišite odgovor na stranici Mapiranje tog feeda; oglasi se potom šalju sami.',
      en: 'Write the answer on the page Mapping of the feed; its listings are then sent by themselves.',
    },
    actor: 'partner',
  }),
  new_word: (cause) => ({
    sentence: {
      sr: `Nove nepoznate reči: ${counted(cause.count, wordForms).sr}, ${agencies(cause).sr}.`,
      en: `New unknown words: ${counted(cause.count, wordForms).en} of ${agencies(cause).en}.`,
    },
    next: { sr: 'Izaberite im značenje na stranici Reči.', en: 'Choose their meaning on the Words page.' },
    actor: 'agency',
  }),
  not_shown: keptBack('not_shown', 'agency'),
  plan_full: keptBack('plan_full', 'agency'),
  item_refused: keptBack('item_refused', 'agency'),
  request_refused: (cause) => {
    if (cause.subject === notSendableCode) return keptBack('request_refused', 'partner')(cause);
    const code = keptBackCode('request_refused', cause.subject);
    const of = agencies(cause);
    return {
      sentence: {
        sr: `Portal odbija pojedine zahteve iako prihvata ključ${code}: ${of.sr}.`,
        en: `The portal refuses single requests of ${of.en} although it accepts the key${code}.`,
      },
      next: keptBackWords('request_refused', cause.subject).next ?? nothingToDo,
      actor: 'partner',
    };
  },
  batch_too_large: () => ({
    sentence: {
      sr: 'Portal, ili proksi ispred njega, odbija veće pakete oglasa; šalju se manji.',
      en: 'The portal, or a proxy in front of it, refuses larger batches; smaller ones are sent.',
    },
    next: {
      sr: 'Ako je moguće, na portalu dozvolite veće zahteve; `feedsync doctor` navodi veličinu.',
      en: 'If possible, allow larger requests at the portal; `feedsync doctor` shows the size.',
    },
    actor: 'partner',
  }),
  refused: (cause) => {
    const { why, next, actor } = failureCause(cause.subject);
    return {
      sentence: {
        sr: `Portal je odbio ${listings(cause).sr} (${agencies(cause).sr}): ${why.sr}.`,
        en: `The portal refused ${listings(cause).en} of ${agencies(cause).en}, because ${why.en}.`,
      },
      next,
      actor,
    };
  },
  feed_unreadable: (cause) => ({
    sentence: {
      sr: `Nijedan zapis feeda ne može da se pročita: ${agencies(cause).sr}.`,
      en: `No record of the feed can be read: ${agencies(cause).en}.`,
    },
    next: {
      sr: 'Javite proizvođaču programa koji pravi fajl; na portalu ostaje sve kako jeste.',
      en: 'Contact the maker of the export; the portal stays as it is.',
    },
    actor: 'partner',
  }),
  feed_failed: (cause) => ({
    sentence: {
      sr: `feedsync ne uspeva da obradi feed: ${agencies(cause).sr}.`,
      en: `feedsync fails to process the feed: ${agencies(cause).en}.`,
    },
    next: {
      sr: 'Razlog je u `feedsync logs --level error`.',
      en: 'The reason is in `feedsync logs --level error`.',
    },
    actor: 'partner',
  }),
  mapping_suspended: (cause) => ({
    sentence: {
      sr: `Feed ne radi: njegovo mapiranje proširuje ${quotedSr(cause.subject ?? '')}, što tekst upisan preko konzole ili API-ja ne sme (${agencies(cause).sr}).`,
      en: `The feed does not run: its mapping extends “${cause.subject ?? ''}”, which a text saved in the console or over the API may not do (${agencies(cause).en}).`,
    },
    next: {
      sr: 'Upišite `shared: true` u taj fajl u folderu mapiranja, ili sačuvajte tekst koji proširuje isporučeno mapiranje; do tada na portalu ostaje sve kako jeste.',
      en: 'Set `shared: true` in that file of the mappings folder, or save a text that extends a shipped mapping; until then the portal stays as it is.',
    },
    actor: 'partner',
  }),
  mapping_awaited: ({ subject }) => ({
    sentence: {
      sr: `${subject ?? ''} čeka mapiranje: format njenog fajla nijedno mapiranje ne čita, a predlog je spreman. Agenciji piše da pripremamo njen fajl.`,
      en: `${subject ?? ''} waits for its mapping: no mapping reads the format of its file, and a proposal is ready. The agency reads that its file is being prepared.`,
    },
    next: {
      sr: 'Pogledajte predlog na stranici agencije i preuzmite ga, ili napišite mapiranje.',
      en: 'Look at the proposal on the page of the agency and take it over, or write a mapping.',
    },
    actor: 'partner',
  }),
  mapping_copied: (cause) => ({
    sentence: {
      sr: `Mapiranje proširuje ${quotedSr(cause.subject ?? '')}, što više ne sme; radi sa kopijom koja je napravljena pri nadogradnji (${agencies(cause).sr}).`,
      en: `The mapping extends “${cause.subject ?? ''}”, which is no longer allowed; it uses a copy that was made at the upgrade (${agencies(cause).en}).`,
    },
    next: {
      sr: 'Upišite `shared: true` u taj fajl i ponovo sačuvajte tekst, ili neka proširuje isporučeno mapiranje. Kopija se ne menja kada se fajl promeni.',
      en: 'Set `shared: true` in that file and save the text again, or let it extend a shipped mapping. The copy does not follow changes of the file.',
    },
    actor: 'partner',
  }),
  mapping_gain: (cause) => ({
    sentence: {
      sr: `Novija verzija mapiranja (${cause.subject ?? ''}) prepoznaje prodate, rezervisane i povučene oglase po svim uobičajenim rečima, a ne po jednoj (${agencies(cause).sr}).`,
      en: `A newer version of the mapping (${cause.subject ?? ''}) recognises sold, reserved and withdrawn listings by all usual words, and not by one (${agencies(cause).en}).`,
    },
    next: {
      sr: '`feedsync mapping upgrade --dry-run` pokazuje svaki oglas koji bi se promenio, prodate najpre; sa `--feed FEED` i bez `--dry-run` feed prelazi na novu verziju.',
      en: '`feedsync mapping upgrade --dry-run` shows every listing that would change, sold ones first; with `--feed FEED` and without `--dry-run` the feed moves to it.',
    },
    actor: 'partner',
  }),
  job_failed: (cause) => {
    const job = jobName(cause.subject ?? '');
    const [why = ''] = (cause.reason ?? '').split(/(?<=\.)\s/);
    const reason = inBrackets(why);
    return {
      sentence: {
        sr: `Stalno ne uspeva ${job.sr}, ${agencies(cause).sr}${reason.sr}.`,
        en: `This job fails repeatedly: ${job.en}, for ${agencies(cause).en}${reason.en}.`,
      },
      next: {
        sr: 'Pokušaji se automatski nastavljaju, sve ređe; gde je stalo, piše u `feedsync logs --level error`. Ako potraje, uz prijavu priložite paket koji pravi `feedsync doctor --bundle FAJL`.',
        en: 'It is retried automatically, at growing intervals; `feedsync logs --level error` shows where it stopped. If it lasts, report it with `feedsync doctor --bundle FILE`.',
      },
      actor: 'partner',
    };
  },
  proxy_not_trusted: ({ subject, count }) => ({ ...proxyWords(subject ?? '', count), actor: 'partner' }),
  feed_behind: (cause) => behindText('feed_behind', cause),
  listings_behind: (cause) => behindText('listings_behind', cause),
};

function behindText(kind: Behind['kind'], cause: OverviewSubject): OverviewText {
  const { behind, count } = cause;
  if (behind == null) throw new TypeError('what is behind has a cause');
  return behindWords({ ...behind, kind, count, of: agencies(cause) });
}

function valuesText(cause: OverviewSubject): OverviewText {
  const values = counted(cause.count, valueForms);
  return {
    sentence: {
      sr: `${holdWords('content').sr}: ${values.sr}, ${agencies(cause).sr}.`,
      en: `${holdWords('content').en}: ${values.en} of ${agencies(cause).en}.`,
    },
    next: {
      sr: 'Agencija potvrđuje vrednosti ili ih ispravlja u svom programu; do tada na portalu ostaje ono što jeste.',
      en: 'The agency confirms the values or corrects them in its software; what is live stays until then.',
    },
    actor: 'agency',
  };
}
