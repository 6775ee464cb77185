import { fold } from '../../model/fold.js';
import { wordBeginsAt } from './word-search.js';

/** Words in front of what is not there: `bez lifta`, `kein Fahrstuhl`. Folded when read. */
const before = words(
  'bez kein keine keinen keinem keiner ohne no none without sans aucun aucune senza nessun nessuna sin ningun sem brak fara без χωρίς δίχως بدون zonder brez pas_de pas_d',
);
/** Words behind it: `lift nélkül`, `asansör yok`, `Aufzug: nein`. */
const behind = words('yok nélkül nein');
/** Words on either side: `nema lift`, `lift nincs`. */
const aside = words(
  'nema nije nisu ne няма нема nicht not non ni nie nao não geen nem δεν όχι nu není nincs nincsen lipseste',
);
/** Those that stand in front of a verb: in `ne lift` they end what was spoken of before. */
const verbal = words('ne nu');
/** What may stand between a negation and what it takes back: `without an elevator`, `no dispone de ascensor`. */
const filling = words(
  'ein eine einen einem einer a an the any un une una uno um uma de du des del d l la le les el il lo los las es gibt ma have are dispone dispose dispoe dispune poseduje posjeduje posiada tiene hay tem postoji existe există имеет eigener eigenen eigenes eigene private privat privaten privatni privatnog sopstveni sopstvenog vlastiti vlastitog own putnički putničkog',
);
const furtherBack = 3;
/** What may stand between a thing and the negation behind it: `Aufzug im Haus nicht vorhanden`. */
const places = words('im in der dem haus gebäude u zgradi the building w budynku в доме ist is je');
/** With these, what a negation takes back goes on: surely after `ni`, and perhaps after `i`. */
const goingOn = words('or nor oder noch ili ni ani ou oraz');
const perhapsGoingOn = words('i и und and et y e a ve & și és');
/** What ends the part of a clause that a negation takes back: `lift da, klima ne`. */
const joining = words(
  'sa s so mit with avec con com z ze cu met с със ali but aber mais ma pero ale dar ima has hat ja da yes var',
);
/** What may follow a negation that stands behind its word: `Aufzug nicht vorhanden`. What is not included may be there. */
const closing = words(
  'vorhanden gegeben available disponible disponibile present presente dostupno dostupan obezbeđen obezbeđeno predviđen predviđeno moguć moguće',
);
/** A thing that does not work is there, but is of no use: neither yes nor no. */
const working = words('radi rade funkcioniše funktioniert works working funciona funziona работает');

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' ').map((word) => fold(word.replaceAll('_', ' '))));
}

const isNegation = (word: string): boolean => before.has(word) || behind.has(word) || aside.has(word);

const wordEnd = /[^\p{L}\p{N}]+/u;
const wordsIn = (text: string): string[] => text.split(wordEnd).filter(Boolean);
/** `asansörsüz`: without a lift. */
const turkish = /s[iu]z$/;

/** Folding makes `нет` of `net`, which is no negation in Latin letters: `65 m2 net`. */
function plainly(text: string): string {
  return text.replace(/(?<!\p{L})нет(?!\p{L})/giu, 'нема').replace(/(?<!\p{L})w\/o(?!\p{L})/giu, 'without');
}

/** Whether a text has a word that may take back another one. A quick look before `saysOf`. */
export function mayDeny(text: string): boolean {
  return fold(plainly(text))
    .split(wordEnd)
    .some((word) => isNegation(word) || word === 'pas' || turkish.test(word));
}

/** Whether a text does nothing but deny: `nije dostupno`, `none`. It takes back what its field is about. */
export function isDenial(text: string): boolean {
  const [first = '', ...rest] = wordsIn(fold(plainly(text)));
  return isNegation(first) && rest.every((word) => isNegation(word) || closing.has(word));
}

/** Ends of clauses. Folding loses lines, so that texts are split before. */
const clauseEnd = /([,;|\n\r/()+•.]+|<[^>]*>|\s[-–—]\s)/;
/** The value of a name where another name follows: `Haustiere: nein Aufzug: ja`. */
const pair = /(:\s*\p{L}+)(?=\s+\p{L}[^:\n]*:)/gu;

function clausesOf(text: string): string[] {
  const pieces = plainly(text).replace(pair, '$1\n').split(clauseEnd);
  const clauses: string[] = [];
  for (let index = 0; index < pieces.length; index += 2) {
    const piece = fold(pieces[index] ?? '');
    if (piece === '') continue;
    const start = (pieces[index - 1] ?? '').trim();
    const end = (pieces[index + 1] ?? '').trim();
    // `lift (nema)`, `lift/ne`: a denial alone answers what stands in front, unless it may open what follows.
    const answers = /^[-–—/|(]$/.test(start) && (end === '' || /^[),;\n.]/.test(end)) && isDenial(piece);
    if (answers && clauses.length > 0) clauses.push(`${clauses.pop() ?? ''}: ${piece}`);
    else clauses.push(piece);
  }
  return clauses;
}

/**
 * Whether a text says that it has what one of the words names: true where one place says so, false where each takes it back, null where none
 * names it or where a place leaves it open. Only what surely takes a thing back does so.
 * @param text not folded
 * @param names folded; each is found at the beginning of a word
 */
export function saysOf(text: string, names: readonly string[]): boolean | null {
  const said = new Set<boolean | null>();
  for (const clause of clausesOf(text))
    for (const name of names)
      for (let at = clause.indexOf(name); at >= 0; at = clause.indexOf(name, at + 1))
        if (wordBeginsAt(clause, at)) said.add(saidAt(clause, at, name));
  if (said.has(true)) return true;
  return said.has(false) && !said.has(null) ? false : null;
}

function saidAt(clause: string, at: number, name: string): boolean | null {
  const rest = clause.slice(at + name.length);
  const tail = /^[\p{L}\p{N}]*/u.exec(rest)?.[0] ?? '';
  if (turkish.test(name + tail)) return false;
  const front = saidInFront(wordsIn(clause.slice(0, at)));
  return front === true ? saidBehind(rest.slice(tail.length)) : front;
}

/** A negation takes back the next word only: `bez depozita lift` has a lift. */
function saidInFront(first: readonly string[]): boolean | null {
  const last = first.at(-1) ?? '';
  if (
    first.length > 2 &&
    (goingOn.has(last) || perhapsGoingOn.has(last)) &&
    saidInFront(first.slice(0, -2)) === false
  )
    return goingOn.has(last) ? false : null;
  for (let back = 1; back <= furtherBack + 1; back++) {
    const one = first.at(-back) ?? '';
    if (before.has(one) || before.has(`${first.at(-back - 1) ?? ''} ${one}`)) return false;
    if (aside.has(one)) return back === 1 && verbal.has(one);
    if (!filling.has(one)) return true;
  }
  return true;
}

function saidBehind(rest: string): boolean | null {
  const answer = /^\s*[:=]\s*([\p{L}\p{N}]+)\W*$/u.exec(rest)?.[1] ?? '';
  if (isNegation(answer)) return false;
  const last = wordsIn(rest);
  const denial = last.findIndex((one) => behind.has(one) || aside.has(one));
  if (denial < 0 || last.slice(0, denial).some((one) => joining.has(one))) return true;
  const after = last.slice(denial + 1);
  if (after.length > 0 && after.every((one) => working.has(one))) return null;
  // What stands behind the denial is what it takes back: `lift, ali nema garažu`.
  if (!after.every((one) => closing.has(one))) return true;
  // With other words between, the denial may be theirs: `lift kućni ljubimci ne`.
  return last.slice(0, denial).every((one) => places.has(one)) ? false : null;
}
