import { readPlainly } from './plain-reading.js';

/** Shown in place of a contact. */
export const hidden = '•••';

/** In these patterns every repetition is bounded, so that no text makes them slow. */
const link = /(?:https?:\/\/|\bwww\.)[^\s<>"')]{1,2000}/giu;
const email = /[\p{L}\d][\p{L}\d._%+-]{0,63}@[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,5}/gu;
/** `+381 64 123-4567`, `064/123-45-67`, `(0)21 123 456`, `888-659-9596`; not prices and dates. */
const phone =
  /(?<![\p{L}\d.,/-])(?!\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?!\d))(?:\+ ?\d|\(?0|8 ?\(?\d{3}\)?[ -]?|\d{3}-)(?:[ ./()_–-]{0,2}\d){5,14}(?!\d|[.,]\d)/gu;
const labelled =
  /(?<!\p{L})(?:tel(?:efon)?|mob(?:ile?|itel)?|phone|fax|viber|whatsapp|kontakt|тел(?:ефон)?|моб|вайбер)[.:]{0,2} {0,2}[+(]?\d(?:[ ./()_,–-]{0,2}\d){4,14}(?!\d)/giu;
const labelLeft =
  /(?<!\p{L})(?:tel(?:efon)?|mob(?:ile?|itel)?|phone|fax|viber|whatsapp|kontakt|тел(?:ефон)?|моб|вайбер)[.:]{0,2}[ ,;:/]{0,6}(?=\n|$)/gimu;

export function hasContacts(text: string): boolean {
  return spans(text).length > 0;
}

/** Telephone numbers, e-mail addresses and links in a text, as written. */
export function findContacts(text: string): string[] {
  return spans(text).map(([start, end]) => text.slice(start, end));
}

/** The text with each contact replaced by `•••`; null for null. */
export function maskContacts<Text extends string | null>(text: Text): Text | string {
  return text === null ? text : replaced(text, hidden);
}

/** The text without telephone numbers, e-mail addresses and links, and without labels such as `tel:` that no contact follows any more. */
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

/** Ranges of contacts in the text, in order and without overlaps. */
function spans(text: string): [number, number][] {
  const reading = readPlainly(text);
  const found: [number, number][] = [];
  let { plain } = reading;
  for (const search of [links, emails, phones])
    for (const [start, end] of search(plain)) {
      found.push(reading.origin(start, end));
      // Blanked, so that the next search cannot match within it.
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

/** Runs of digits and separators. Most texts have few, and only their surroundings are searched closely. */
const figures = /\d[\d ./()_,–-]{3,40}\d/g;
/** Number of characters before a run in which a label may begin. */
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

/** A cheap pre-check: searching around every price and year takes ten times as long. */
function mayHold(run: string, before: string): boolean {
  if (run.replace(/\D/g, '').length < 5) return false;
  return /(?:^|[ ()/])[08]|(?:^| )\d{3}-/.test(run) || /[+(] ?$/.test(before) || labelBefore.test(before);
}

function matches(form: RegExp, plain: string): Span[] {
  return [...plain.matchAll(form)].map(({ index, 0: found }) => [index, index + found.length]);
}
