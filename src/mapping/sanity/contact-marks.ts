/** Eight figures or more with what people write between them. */
const figures = /[+(]?\d[\d ./()-]{6,20}\d/g;
const date = /^\d{1,4}[./-] ?\d{1,2}[./-] ?\d{1,4}$/;
const email = /[^\s@]@[\w-]+\.\w/;

/**
 * Whether a text holds a telephone number, an e-mail address or a link. Hot, so it only looks closer at what begins like one: rather
 * one contact is overlooked than a price or a date is taken for one.
 */
export function hasContacts(text: string): boolean {
  if (text.includes('@') && email.test(text)) return true;
  if (text.includes('www.') || text.includes('http://') || text.includes('https://')) return true;
  for (const { 0: found, index } of text.matchAll(figures))
    if (isPhone(found.trim(), text, index)) return true;
  return false;
}

/** Numbers begin with a plus or a zero, or something says beside them what they are. */
function isPhone(found: string, text: string, index: number): boolean {
  const digits = found.replace(/\D/g, '');
  if (digits.length < 8 || digits.length > 15 || date.test(found)) return false;
  if (/^[+(]?0/.test(found) || found.startsWith('+')) return true;
  return label.test(text.slice(Math.max(0, index - 16), index));
}

const label = /(?:tel|mob|phone|viber|whatsapp|kontakt|call|тел|моб)[\p{L}]*[.:]? ?$/iu;
