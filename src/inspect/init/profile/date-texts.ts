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

/** The formats of a column's texts. Where a second figure is too large for a month, and no first one is, months stand in front. */
export function dateFormsOf(texts: readonly string[]): string[] {
  const forms = [...new Set(texts.map(dateFormOf).filter((form) => form !== null))];
  const slashed = texts
    .map((text) => /^(\d{1,2})\/(\d{1,2})\/\d{4}/.exec(text))
    .filter((match) => match !== null);
  const isAmerican =
    slashed.some(([, , second]) => Number(second) > 12) && slashed.every(([, first]) => Number(first) <= 12);
  return isAmerican ? forms.map((form) => form.replace('d/M/', 'M/d/')) : forms;
}

/** Figures that count time, by the form in which mappings read them. Each column of them has a narrow range. */
const stamps: readonly (readonly [form: string, pattern: RegExp, least: number, most: number])[] = [
  ['unix', /^\d{9,10}(?:\.\d+)?$/, 631_152_000, 2_208_988_800],
  ['unix_ms', /^\d{12,13}$/, 631_152_000_000, 2_208_988_800_000],
  // Days of a spreadsheet, from the year 2000 to 2050.
  ['excel', /^\d{5}(?:[.,]\d+)?$/, 36_526, 54_789],
];

/** The form of a column of figures that count time; null: it is none. What it is must be known from its name. */
export function stampFormOf(texts: readonly string[]): string | null {
  const form = stamps.find(([, pattern, least, most]) =>
    texts.every((text) => {
      const figure = Number(text.replace(',', '.'));
      return pattern.test(text) && figure >= least && figure <= most;
    }),
  );
  return texts.length === 0 ? null : (form?.[0] ?? null);
}
