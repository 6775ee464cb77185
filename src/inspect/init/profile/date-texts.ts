/** Date patterns and their names in mappings. */
const dateForms: readonly (readonly [RegExp, string])[] = [
  [/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/, 'iso'],
  [/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2}(\.\d+)?)?$/, 'sql'],
  [/^\d{4}-\d{2}-\d{2}-\d{2}:\d{2}:\d{2}$/, 'yyyy-MM-dd-HH:mm:ss'],
  [/^\d{2}\.\d{2}\.\d{4} \d{2}:\d{2}:\d{2}$/, 'dd.MM.yyyy HH:mm:ss'],
  [/^\d{2}\.\d{2}\.\d{4} \d{2}:\d{2}$/, 'dd.MM.yyyy HH:mm'],
  [/^\d{2}\.\d{2}\.\d{4}\.$/, 'dd.MM.yyyy.'],
  [/^\d{1,2}\.\d{1,2}\.\d{4}$/, 'd.M.yyyy'],
  [/^\d{1,2}\/\d{1,2}\/\d{4} \d{1,2}:\d{2}$/, 'd/M/yyyy H:mm'],
  [/^\d{1,2}\/\d{1,2}\/\d{4}$/, 'd/M/yyyy'],
  [/^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}:\d{2}$/, 'yyyy/MM/dd HH:mm:ss'],
  [/^\d{4}\/\d{2}\/\d{2}$/, 'yyyy/MM/dd'],
  [/^(19|20)\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])$/, 'yyyyMMdd'],
  [/^(19|20)\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])T\d{2}:\d{2}:\d{5}$/, "yyyyMMdd'T'HH:mm:ssSSS"],
  [/^(19|20)\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])T\d{2}:\d{2}:\d{2}$/, "yyyyMMdd'T'HH:mm:ss"],
  [/^(19|20)\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])[0-2]\d[0-5]\d[0-5]\d$/, 'yyyyMMddHHmmss'],
  [/^\/Date\(\d{11,14}([+-]\d{4})?\)\/$/, 'net'],
  [
    /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} [+-]\d{4}$/,
    'EEE, d MMM yyyy HH:mm:ss ZZZ',
  ],
  [/^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} (GMT|UTC)$/, 'EEE, d MMM yyyy HH:mm:ss z'],
  [/^\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}$/, 'd MMM yyyy'],
];

/** `21.8.2026. 10:15`, `21. 8. 2026`, `21-08-2026 10:15:30`, `21.08.2026 г.` */
const dayFirst =
  /^\d{1,2}(?<one>\. ?|-)\d{1,2}(?<two>\. ?|-)\d{4}(?<dot>\.?)(?<year> г\.?)?(?:(?<gap>,? )\d{1,2}:\d{2}(?<seconds>:\d{2})?)?$/u;
/** `2026.08.21.`, `2026. 08. 21. 10:15` */
const yearFirst =
  /^\d{4}(?<one>\. ?)\d{1,2}(?<two>\. ?)\d{1,2}(?<dot>\.?)(?:(?<gap>,? )\d{1,2}:\d{2}(?<seconds>:\d{2})?)?$/u;

/** The date format of a text, in mapping syntax; null where it is not a date. */
export function dateFormOf(text: string): string | null {
  const [, form] = dateForms.find(([pattern]) => pattern.test(text)) ?? [];
  return form ?? composedForm(text);
}

function composedForm(text: string): string | null {
  const day = dayFirst.exec(text)?.groups;
  const year = yearFirst.exec(text)?.groups;
  const { one = '', two = '', dot = '', gap, seconds, year: mark } = day ?? year ?? {};
  if (day === undefined && year === undefined) return null;
  const date = day === undefined ? `yyyy${one}M${two}d${dot}` : `d${one}M${two}yyyy${dot}`;
  const named = mark === undefined ? date : `${date} '${mark.trim()}'`;
  return gap === undefined ? named : `${named}${gap}H:mm${seconds === undefined ? '' : ':ss'}`;
}

/**
 * The formats of a column's texts. Where a second figure is too large for a month, and no first one is, months stand in front. None where
 * texts with the same sign between their figures fit no common order.
 */
export function dateFormsOf(texts: readonly string[]): string[] {
  const forms = [...new Set(texts.map(dateFormOf).filter((form) => form !== null))];
  if (texts.some(hasNoMonth)) return [];
  const orders = ['/', '.', '-'].map((sign) => [sign, orderOf(texts, sign)] as const);
  if (orders.some(([, order]) => order === 'none')) return [];
  return orders.reduce(
    (found, [sign, order]) => (order === 'month' ? found.map((form) => monthFirst(form, sign)) : found),
    forms,
  );
}

/** Which figure stands in front of a year: the day, unless the texts show another order. */
function orderOf(texts: readonly string[], sign: string): 'day' | 'month' | 'none' {
  const pairs = texts.flatMap((text) => {
    const [, first, between, second] = /^(\d{1,2})([/.-]) ?(\d{1,2})\2 ?\d{4}/.exec(text) ?? [];
    return between === sign ? [[Number(first), Number(second)] as const] : [];
  });
  if (pairs.every(([, second]) => second <= monthsMax)) return 'day';
  return pairs.every(([first, second]) => first <= monthsMax && second <= daysMax) ? 'month' : 'none';
}

const monthsMax = 12;
const daysMax = 31;

/** Whether the figure behind a year in front is no month: `2026-21-08`. */
function hasNoMonth(text: string): boolean {
  const month = /^\d{4}[/.-] ?(\d{1,2})[/.-]/.exec(text)?.[1];
  return month !== undefined && Number(month) > monthsMax;
}

/** A form with the day in front, with the month there instead. */
function monthFirst(form: string, sign: string): string {
  const [, day, between, month, rest] = /^(d{1,2})([/.-] ?)(M{1,2})(.*)$/.exec(form) ?? [];
  if (between?.startsWith(sign) !== true) return form;
  return `${month ?? ''}${between}${day ?? ''}${rest ?? ''}`;
}

/** Figures that count time, by the form in which mappings read them. Each column of them has a narrow range. */
const stamps: readonly (readonly [form: string, pattern: RegExp, least: number, most: number])[] = [
  ['unix', /^\d{9,10}(?:\.\d+)?$/, 631_152_000, 2_208_988_800],
  ['unix_ms', /^\d{12,13}$/, 631_152_000_000, 2_208_988_800_000],
  // Days of a spreadsheet, from the year 2000 to 2050.
  ['excel', /^\d{5}(?:[.,]\d+)?$/, 36_526, 54_789],
];

/** Year, month, day and hour in one figure: `2026082110`. As seconds it would be a time after 2030. */
const writtenHour = /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])(?:[01]\d|2[0-3])$/;

/** The form of a column of figures that count time; null: it is none. What it is must be known from its name. */
export function stampFormOf(texts: readonly string[]): string | null {
  const form = stamps.find(([, pattern, least, most]) =>
    texts.every((text) => {
      const figure = Number(text.replace(',', '.'));
      return pattern.test(text) && figure >= least && figure <= most;
    }),
  );
  const isWritten = texts.every((text) => writtenHour.test(text));
  return texts.length === 0 || isWritten ? null : (form?.[0] ?? null);
}
