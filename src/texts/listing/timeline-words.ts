import type { Sentence } from '../../model/sentence.js';
import { pollsText } from './verdict-words.js';

/** Why a step of a listing's timeline waits, or why its time is not known, as a clause. */
export const timelineWords = {
  unconfirmed: {
    sr: 'portal još nije potvrdio da ga je skinuo',
    en: 'the portal has not confirmed yet that it removed it',
  },
  noDate: { sr: 'u fajlu ne piše kada', en: 'the feed does not state when' },
  olderDate: {
    sr: 'datum u fajlu je stariji od prethodnog čitanja',
    en: 'the date in the feed is older than its reading before',
  },
  nextPoll: { sr: 'sledeće čitanje ga čita ponovo', en: 'the next poll reads it again' },
  invalid: (problems: Sentence): Sentence => ({
    sr: `zapis ne može da se objavi. ${problems.sr}`.trim(),
    en: `its record cannot be published. ${problems.en}`.trim(),
  }),
  answerAwaited: (batch: number): Sentence => ({
    sr: `čeka se odgovor portala na paket ${batch}`,
    en: `the portal’s answer to batch ${batch} is awaited`,
  }),
  suppressed: { sr: 'sklonjen je sa portala', en: 'it is suppressed' },
  refused: (why: Sentence): Sentence => ({
    sr: `portal ga je odbio: ${why.sr}`,
    en: `the portal refused it: ${why.en}`,
  }),
  refusedPlain: { sr: 'portal ga je odbio', en: 'the portal refused it' },
  lostAnswer: {
    sr: 'odgovor je izgubljen; spisak portala će pokazati ishod',
    en: 'the answer was lost; the portal’s list will show the outcome',
  },
  review: { sr: 'osoblje portala ga prvo pregleda', en: 'the portal’s staff review it first' },
  removedThere: { sr: 'portal ga je skinuo', en: 'the portal removed it' },
  revoked: { sr: 'agencija je opozvala konekciju', en: 'the agency revoked the connection' },
  listRead: (at: string | null): Sentence =>
    at === null
      ? { sr: 'spisak portala se uskoro ponovo čita', en: 'the portal’s list is read again soon' }
      : { sr: `spisak portala se ponovo čita ${at}`, en: `the portal’s list is read again on ${at}` },
  heldFile: (hold: number): Sentence => ({
    sr: `ceo fajl čeka odluku: zadržavanje ${hold}`,
    en: `the whole file is held: hold ${hold}`,
  }),
  doubts: (values: Sentence, count: number): Sentence => ({
    sr: `${values.sr}: potrebna je potvrda`,
    en: `${values.en} ${count === 1 ? 'is' : 'are'} in doubt`,
  }),
  firstFile: (hold: number): Sentence => ({
    sr: `ceo prvi fajl čeka: zadržavanje ${hold}`,
    en: `the whole first file waits: hold ${hold}`,
  }),
  ignored: { sr: 'mapiranje ga izostavlja', en: 'the mapping leaves it out' },
  notOffered: { sr: 'u zapisu piše da više nije u ponudi', en: 'its record is marked as no longer offered' },
  notNow: { sr: 'zapis se za sada ne objavljuje', en: 'its record is not published for now' },
  noListing: { sr: 'od zapisa nije nastao oglas', en: 'its record yields no listing' },
  noChange: { sr: 'nema promene za slanje', en: 'it has no change to send' },
  earlierVersion: (batch: number): Sentence => ({
    sr: `ranija verzija je na putu u paketu ${batch}`,
    en: `an earlier version is on its way in batch ${batch}`,
  }),
  nextPush: { sr: 'šalje se uskoro', en: 'it is sent with the next push' },
  decision: (hold: number): Sentence => ({
    sr: `potrebna je odluka: zadržavanje ${hold}`,
    en: `a decision is needed: hold ${hold}`,
  }),
  pinned: (until: string | null): Sentence => ({
    sr: `odlučeno je da ostane${until === null ? '' : ` do ${until}`}`,
    en: `it is pinned${until === null ? '' : ` until ${until}`}`,
  }),
  hidden: (until: string | null): Sentence => ({
    sr: `sakriven je${until === null ? '' : `; ponovo pitamo ${until}`}`,
    en: `it is hidden${until === null ? '' : `; asked about again on ${until}`}`,
  }),
  grace: (polls: number): Sentence => {
    const { sr, en } = pollsText(polls);
    return { sr: `nema ga u fajlu: ${sr}`, en: `it is in grace, ${en} missed it` };
  },
} as const;
