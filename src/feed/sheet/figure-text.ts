/** Digits of a number that are certain in a 64-bit float; spreadsheets show no more. */
const certainDigits = 15;

/**
 * A number of a cell as text: a dot before the decimals, no groups, no exponent, without the noise of binary fractions (0.1 + 0.2 is 0.3).
 * Exactly three decimals get a zero behind them, so that no notation takes `54.125` for fifty-four thousand.
 */
export function figureText(value: number): string {
  if (!Number.isFinite(value)) return '';
  if (Number.isSafeInteger(value)) return String(value === 0 ? 0 : value);
  const text = plain(String(Number(value.toPrecision(certainDigits))));
  return /\.\d{3}$/.test(text) ? `${text}0` : text;
}

/** Writes `1.5e-7` as `0.00000015`. */
function plain(text: string): string {
  const [, sign = '', whole = '', decimals = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (exponent === undefined) return text;
  const shift = Number(exponent);
  const digits = whole + decimals;
  if (shift >= 0) return `${sign}${digits.padEnd(whole.length + shift, '0')}`;
  return `${sign}0.${'0'.repeat(-shift - whole.length)}${digits}`;
}
