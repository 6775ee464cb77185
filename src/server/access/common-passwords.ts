import { fold } from '../../model/fold.js';

/**
 * The words that the most frequent passwords consist of. Years, rows of keys and repeated characters are found by rule. The list was
 * written for this program and is under the same licence.
 */
const words = `
  admin administrator root user guest test testing demo sandbox default system server service manager operator owner master super
  password passwort passwd pass word parola lozinka sifra pristup prijava korisnik ulaz login signin access account secret tajna
  welcome dobrodosli hello zdravo change changeme promeni letmein open sesame please molim iloveyou volimte love ljubav
  forever always never nothing something whatever
  feedsync feed sync portal listing listings import export connection konekcija oglas oglasi
  agency agencija estate realestate realty property nekretnine nekretnina stan stanovi apartment apartments kuca house home
  prodaja izdavanje broker agent office kancelarija firma company business posao work
  beograd belgrade novisad nis kragujevac subotica srbija serbia crnagora podgorica zagreb hrvatska croatia sarajevo bosna
  ljubljana slovenija skopje evropa europe balkan zvezda partizan delije grobari football fudbal kosarka soccer
  summer winter spring autumn leto zima prolece jesen january february march april june july august september october november
  december januar februar mart maj juni juli avgust septembar oktobar novembar decembar
  monday tuesday wednesday thursday friday saturday sunday ponedeljak utorak sreda cetvrtak petak subota nedelja
  marko nikola stefan milos jovan petar aleksandar dusan filip luka vladimir ivan jelena milica marija ana ivana dragana
  jovana katarina milan zoran dragan goran bojan sanja maja tamara michael jennifer jordan daniel
  jovanovic petrovic nikolic markovic djordjevic stojanovic ilic stankovic pavlovic milosevic
  dragon monkey princess sunshine shadow superman batman pokemon starwars computer internet google facebook samsung
  football baseball basketball liverpool chelsea arsenal ferrari mercedes yugoslavia jugoslavija
  srce sunce mama tata baka deda sestra brat mother father family porodica deca
  1q2w3e4r5t6y 1q2w3e4r5t 1q2w3e4r 1q2w3e q1w2e3r4t5 q1w2e3r4 1qaz2wsx3edc 1qaz2wsx zaq12wsx qazwsxedc qazwsx
  correcthorsebatterystaple trustno1
`
  .trim()
  .split(/\s+/)
  .sort((one, other) => other.length - one.length);

/** Rows of keys, the alphabet and the digits, each forwards and backwards. */
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
].flatMap((row) => [row, Array.from(row).reverse().join('')]);

const runMin = 3;
/** What a password must contain in addition to well-known parts: at least so many characters, and so many different ones among them. */
const restMin = { characters: 6, different: 4 } as const;

const written: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Whether a password consists of parts that an attacker tries first: the words above, the account's name, rows of keys, years, repetition. */
export function isCommonPassword(password: string, name: string): boolean {
  const plain = folded(password);
  const asWord = plain.replace(/[013457@$!]/g, (sign) => written[sign] ?? sign);
  return isRepeated(plain) || [plain, asWord].some((form) => !isWorthEnough(restOf(form, name)));
}

/** Folds each character separately: `fold` caches the texts it is called with, and a password must not stay in that cache. */
function folded(text: string): string {
  return Array.from(text.normalize('NFKC'), fold).join('');
}

function restOf(form: string, name: string): string {
  const own = folded(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length >= 4);
  let rest = form.replace(/[^\p{L}\p{N}]/gu, '');
  // A space replaces each part, so that the texts before and after it do not join into a new word.
  for (const word of [...own, ...words]) if (rest.includes(word)) rest = rest.replaceAll(word, ' ');
  return withoutRuns(rest)
    .replace(/(.)\1{2,}/gu, ' ')
    .replace(/(?:19|20)\d\d/g, ' ')
    .replaceAll(' ', '');
}

function withoutRuns(text: string): string {
  let kept = '';
  for (let at = 0; at < text.length;) {
    const length = longestRun(text, at);
    kept += length >= runMin ? ' ' : text.charAt(at);
    at += length >= runMin ? length : 1;
  }
  return kept;
}

/** The number of characters, beginning at `from`, that follow each other in one of the rows. */
function longestRun(text: string, from: number): number {
  let longest = 1;
  for (const row of rows) {
    const at = row.indexOf(text.charAt(from));
    if (at < 0) continue;
    let length = 1;
    while (from + length < text.length && row[at + length] === text[from + length]) length++;
    longest = Math.max(longest, length);
  }
  return longest;
}

function isWorthEnough(rest: string): boolean {
  const characters = Array.from(rest);
  return (
    characters.length >= restMin.characters &&
    new Set(characters).size >= restMin.different &&
    !/^\d+$/.test(rest)
  );
}

/** Whether the text is one part of at most 7 characters, repeated; the last repetition may be incomplete. */
function isRepeated(text: string): boolean {
  for (let length = 1; length <= Math.min(7, text.length / 2); length++)
    if (
      text ===
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .slice(0, text.length)
    )
      return true;
  return false;
}
