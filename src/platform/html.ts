/** Safe markup. Only `html` creates it, and escapes every text that is inserted. */
export class Html {
  constructor(readonly markup: string) {}
}

export type Part = Html | string | number | null | readonly Part[];

/** A template tag that escapes every part except `Html`. Lists are joined, null is left out. */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(literals.map((literal, index) => literal + markupOf(parts[index] ?? null)).join(''));
}

function markupOf(part: Part): string {
  if (part === null) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return part.map(markupOf).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes markup. Control characters, except tabs and line breaks, and characters that change the direction of text become U+FFFD. */
function escaped(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => entities[character] ?? '')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}
