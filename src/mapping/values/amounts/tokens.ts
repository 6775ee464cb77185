/**
 * A piece of a cell with amounts. `break`: what follows belongs to another amount. `slash` may begin a period (`/ mesec`) or another amount.
 */
export interface Token {
  kind: 'figure' | 'word' | 'break' | 'slash' | 'dash';
  /** As written; without points where it is a word. */
  text: string;
}

/**
 * The forms of tokens, of which the first that fits counts. Signs that stand for missing cents, such as `,-` and `.--`, and signs that say
 * nothing are skipped.
 */
const forms: readonly (readonly [RegExp, Token['kind'] | 'skip'])[] = [
  [/^\d(?:[.,'’]?\d|[ \u00a0\u202f](?=\d{3}(?!\d))\d)*/u, 'figure'],
  [/^[.,][-–—=]{1,2}(?=\s|$|\p{L}|\p{Sc}|\/|\()/u, 'skip'],
  [/^(?:m\s?(?:\^?2|²)|kv\.?\s?m\b\.?|sq\.?\s?(?:m|ft)\b\.?|кв\.?\s?м\.?)(?![\d\p{L}])/iu, 'word'],
  [/^(?:p\.\s?c\.\s?m|p\.\s?m|p\.\s?w|p\.\s?a)\.?(?!\p{L})/iu, 'word'],
  [/^(?:R|US|AU?|CA?|EU)?\p{Sc}/u, 'word'],
  [/^\p{L}[\p{L}\p{M}]*\.?/u, 'word'],
  [/^[()[\]|;,\n+=]/u, 'break'],
  [/^\//u, 'slash'],
  [/^[-–—−]/u, 'dash'],
  [/^[\s:~≈.!]/u, 'skip'],
];

/** Cuts a cell into tokens; null if it has a sign that is not known. */
export function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const found = forms.flatMap(([form, kind]) => {
      const [match] = form.exec(rest) ?? [];
      return match === undefined ? [] : [{ match, kind }];
    })[0];
    if (found === undefined) return null;
    const { match, kind } = found;
    rest = rest.slice(match.length);
    if (kind !== 'skip') tokens.push({ kind, text: kind === 'word' ? wordOf(match) : match });
  }
  return tokens;
}

/** The word without points; every way to write square metres as `m2`. */
function wordOf(match: string): string {
  return squareMetres.test(match) ? 'm2' : match.replace(/[.\s]+/gu, '');
}

const squareMetres = /^(?:m\s?(?:\^?2|²)|kv\.?\s?m\b\.?|кв\.?\s?м\.?|sq\.?\s?m\b\.?)$/iu;
