/** Digits and separators of Arabic and Persian: `٢٧٥٬٥٠٠`, `٣٢٫٢٨`. */
const eastern = /[\u0660-\u0669\u06f0-\u06f9\u066b\u066c]/g;

/** A text with the digits and the signs of numbers that numbers are read by. */
export function westernFigures(text: string): string {
  return text.replace(eastern, (sign) => {
    if (sign === '\u066b') return '.';
    if (sign === '\u066c') return ',';
    return String((sign.codePointAt(0) ?? 0) % 16);
  });
}
