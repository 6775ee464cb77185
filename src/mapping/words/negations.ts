import { fold } from '../../model/fold.js';
import { wordBeginsAt } from './word-search.js';

/** Words in front of what is not there: `bez lifta`, `kein Fahrstuhl`. Folded when read. */
const before = words(
  'bez kein keine keinen keinem keiner ohne no without sans aucun aucune senza nessun nessuna sin ningun sem brak fara без χωρίς δίχως بدون zonder brez pas_de pas_d',
);
/** Words behind it: `lift nélkül`, `asansör yok`. */
const behind = words('yok nélkül');
/** Words on either side: `nema lift`, `lift nincs`, `лифта нет`, `Aufzug: nein`. */
const aside = words(
  'nema nije nisu ne net нет няма нема nein nicht not non ni ne nie nao não geen δεν όχι nu není nincs nincsen lipseste',
);
/** What ends the part of a clause that a negation in front of it takes back: `bez lifta sa terasom`. */
const joining = words(
  'sa s so mit with avec con com z ze cu met с със ali but aber mais ma pero pero ale dar no_obstante',
);
/** What may follow a negation that stands behind its word: `Aufzug nicht vorhanden`. */
const closing = words(
  'vorhanden gegeben available included disponible disponibile present presente ima dostupno dostupan obezbeđen obezbeđeno predviđen predviđeno moguć moguće',
);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' ').map((word) => fold(word.replaceAll('_', ' '))));
}

const clauseEnd = /[,;|\n/()+•.]+/;

/** Whether a text has a word that may take back another one. A quick look before `saysOf`. */
export function mayDeny(folded: string): boolean {
  return folded
    .split(wordEnd)
    .some(
      (word) =>
        before.has(word) || behind.has(word) || aside.has(word) || word === 'pas' || turkish.test(word),
    );
}

const wordEnd = /[^\p{L}\p{N}]+/u;
/** `asansörsüz`: without a lift. */
const turkish = /s[iu]z$/;

/**
 * Whether a text says that it has what one of the words names: true where one place says so, false where each takes it back, null where none
 * names it.
 * @param names folded; each is found at the beginning of a word
 */
export function saysOf(folded: string, names: readonly string[]): boolean | null {
  let denied = false;
  for (const clause of folded.split(clauseEnd))
    for (const name of names)
      for (let at = clause.indexOf(name); at >= 0; at = clause.indexOf(name, at + 1)) {
        if (!wordBeginsAt(clause, at)) continue;
        if (!isDenied(clause, at)) return true;
        denied = true;
      }
  return denied ? false : null;
}

function isDenied(clause: string, at: number): boolean {
  const word = clause.slice(at).split(wordEnd)[0] ?? '';
  if (turkish.test(word)) return true;
  const first = clause.slice(0, at).split(wordEnd).filter(Boolean);
  const last = clause
    .slice(at + word.length)
    .split(wordEnd)
    .filter(Boolean);
  for (let index = first.length - 1; index >= 0; index--) {
    const one = first[index] ?? '';
    if (joining.has(one)) break;
    if (before.has(one) || before.has(`${first[index - 1] ?? ''} ${one}`)) return true;
    if (aside.has(one)) return true;
  }
  const denial = last.findIndex((one) => behind.has(one) || aside.has(one));
  // What stands behind the denial is what it takes back: `lift, ali nema garažu`.
  const isLast = denial >= 0 && last.slice(denial + 1).every((one) => closing.has(one));
  return isLast && !last.slice(0, denial).some((one) => joining.has(one));
}
