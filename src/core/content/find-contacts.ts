import { readPlainly } from './plain-reading.js';

/** What a contact is shown as. */
export const hidden = '•••';

/** Every repetition is bounded, so that no text makes these slow. */
const link = /(?:https?:\/\/|\bwww\.)[^\s<>"')]{1,2000}/giu;
const email = /[\p{L}\d][\p{L}\d._%+-]{0,63}@[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,5}/gu;
/** `+381 64 123-4567`, `064/123-45-67`, `(0)21 123 456`, `888-659-9596`. Prices and dates look otherwise. */
const phone =
  /(?<![\p{L}\d.,/-])(?!\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?!\d))(?:\+ ?\d|\(?0|8 ?\(?\d{3}\)?[ -]?|\d{3}-)(?:[ ./()_–-]{0,2}\d){5,14}(?!\d|[.,]\d)/gu;
const labelled =
  /(?<!\p{L})(?:tel(?:efon)?|mob(?:ile?|itel)?|phone|fax|viber|whatsapp|kontakt|тел(?:ефон)?|моб|вайбер)[.:]{0,2} {0,2}[+(]?\d(?:[ ./()_,–-]{0,2}\d){4,14}(?!\d)/giu;
const labelLeft =
  /(?<!\p{L})(?:tel(?:efon)?|mob(?:ile?|itel)?|phone|fax|viber|whatsapp|kontakt|тел(?:ефон)?|моб|вайбер)[.:]{0,2}[ ,;:/]{0,6}(?=\n|$)/gimu;

export function hasContacts(text: string): boolean {
  return spans(text).length > 0;
}

/** Telephone numbers, e-mail addresses and links in a text, as they stand there. */
export function findContacts(text: string): string[] {
  return spans(text).map(([start, end]) => text.slice(start, end));
}

/** The text with each of them as `•••`; null where there is none. */
export function maskContacts<Text extends string | null>(text: Text): Text | string {
  return text === null ? text : replaced(text, hidden);
}

/** The text without telephone numbers, e-mail addresses and links, and without the labels that then name nothing. */
export function stripContacts(text: string): string {
  const bare = replaced(text, '');
  return bare === text ? text : bare.replace(labelLeft, '');
}

function replaced(text: string, by: string): string {
  const found = spans(text);
  if (found.length === 0) return text;
  let left = '';
  let from = 0;
  for (const [start, end] of found) {
    left += text.slice(from, start) + by;
    from = end;
  }
  return left + text.slice(from);
}

/** In their order in the text, none within another. */
function spans(text: string): [number, number][] {
  const reading = readPlainly(text);
  const found: [number, number][] = [];
  let { plain } = reading;
  for (const search of [links, emails, phones])
    for (const [start, end] of search(plain)) {
      found.push(reading.origin(start, end));
      // What one form found is no part of the next one's.
      plain = plain.slice(0, start) + '\n'.repeat(end - start) + plain.slice(end);
    }
  return found.sort(([a], [b]) => a - b);
}

type Span = [number, number];

function links(plain: string): Span[] {
  return /www\.|https?:/i.test(plain) ? matches(link, plain) : [];
}

function emails(plain: string): Span[] {
  return plain.includes('@') ? matches(email, plain) : [];
}

/** Figures with what stands between those of a number: most texts have few, and only around them is it looked closer. */
const figures = /\d[\d ./()_,–-]{3,40}\d/g;
/** What may say before a number that it is one. */
const beforeMax = 24;

function phones(plain: string): Span[] {
  const found: Span[] = [];
  for (const { index, 0: run } of plain.matchAll(figures)) {
    if (!mayHold(run, plain.slice(Math.max(0, index - beforeMax), index))) continue;
    const from = Math.max(found.at(-1)?.[1] ?? 0, index - beforeMax);
    const around = plain.slice(from, index + run.length + 2);
    const here = matches(labelled, around).concat(matches(phone, around));
    const outermost = here.filter(
      ([start], at) => !here.slice(0, at).some(([a, b]) => a <= start && start < b),
    );
    found.push(...outermost.map(([start, end]): Span => [from + start, from + end]));
  }
  return found;
}

const labelBefore =
  /(?:tel|mob|phone|fax|viber|whatsapp|kontakt|тел|моб|вайбер)[a-zа-ш]{0,7}[.:]{0,2} {0,2}[+(]?$/i;

/** Looking closer at each price and year would take ten times as long. */
function mayHold(run: string, before: string): boolean {
  if (run.replace(/\D/g, '').length < 5) return false;
  return /(?:^|[ ()/])[08]|(?:^| )\d{3}-/.test(run) || /[+(] ?$/.test(before) || labelBefore.test(before);
}

function matches(form: RegExp, plain: string): Span[] {
  return [...plain.matchAll(form)].map(({ index, 0: found }) => [index, index + found.length]);
}
