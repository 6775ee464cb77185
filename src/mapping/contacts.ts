/** Every repetition is bounded, so that no text makes these slow. */
const link = /(?:https?:\/\/|\bwww\.)[^\s<>"')]{1,2000}/giu;
const email = /[\p{L}\d][\p{L}\d._%+-]{0,63}@[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,5}/gu;
const label = '(?:tel(?:efon)?|mob(?:ile?|itel)?|phone|fax|viber|whatsapp|kontakt|тел(?:ефон)?|моб|вайбер)';
/** `+381 64 123-4567`, `064/123-45-67`, `(0)21 123 456`, `888-659-9596`. Prices and dates look otherwise. */
const phone =
  /(?<![\p{L}\d.,/-])(?!\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?!\d))(?:\+ ?\d|\(?0|8 ?\(?\d{3}\)?[ -]?|\d{3}-)(?:[ ./()-]{0,2}\d){5,14}(?!\d|[.,]\d)/gu;
const labelled = new RegExp(
  `(?<!\\p{L})${label}[.:]{0,2} {0,2}[+(]?\\d(?:[ ./()-]{0,2}\\d){4,14}(?!\\d)`,
  'giu',
);
const labelLeft = new RegExp(`(?<!\\p{L})${label}[.:]{0,2}[ ,;:/]{0,6}(?=\n|$)`, 'gimu');

/** Telephone numbers, e-mail addresses and links in a text. */
export function findContacts(text: string): string[] {
  return [link, email, labelled, phone].flatMap((form) => text.match(form) ?? []);
}

/** The text without telephone numbers, e-mail addresses and links, and without the labels that then name nothing. */
export function stripContacts(text: string): string {
  if (!/[@\d]|www|http/i.test(text)) return text;
  const bare = [link, email, labelled, phone].reduce((left, form) => left.replace(form, ''), text);
  return bare === text ? text : bare.replace(labelLeft, '');
}
