import { DateTime, FixedOffsetZone, IANAZone, type Zone } from 'luxon';
import { callLibrary } from '../../platform/library.js';
import { compileDateForm, dateTextMax } from './date-forms.js';
import { zoneOf } from './known-zone.js';

/**
 * A reader of dates. It returns null for a text in none of the forms, and for one longer than `dateTextMax`.
 * @param forms `iso`, `sql` (`2024-08-06 00:41:51`), `unix`, `unix_ms`, `net`, `excel` or forms such as `dd.MM.yyyy`; the first that fits counts
 * @param zone the time zone of dates without a zone
 * @throws DateFormError
 */
export function dateReader(forms: readonly string[], zone: string): (text: string) => DateTime | null {
  const steadyZone = zoneOf(zone);
  const readers = forms.map((form) => readerOf(form, steadyZone));
  const read = (text: string): DateTime | null => {
    for (const reader of readers) {
      const date = reader(text);
      if (date?.isValid === true) return date;
    }
    return null;
  };
  // Results are cached, because many records of an export have the same date.
  const known = new Map<string, DateTime | null>();
  return (text) => {
    if (text.length > dateTextMax) return null;
    let date = known.get(text);
    if (date === undefined) {
      date = read(text);
      if (known.size === datesKept) known.clear();
      known.set(text, date);
    }
    return date;
  };
}

const datesKept = 256;

function readerOf(form: string, zone: Zone | string): (text: string) => DateTime | null {
  if (form === 'iso')
    return (text) =>
      withKnownZone(text, (sound) => callLibrary('luxon', () => DateTime.fromISO(sound, { zone })));
  if (form === 'sql')
    return (text) =>
      withKnownZone(text, (sound) => callLibrary('luxon', () => DateTime.fromSQL(sound, { zone })));
  const count = counted.get(form);
  if (count !== undefined) return (text) => count(text, zone);
  const read = compileDateForm(form);
  return (text) => {
    const parts = read(text);
    if (parts === null) return null;
    const named = parts.zone === null ? null : zoneName(parts.zone);
    if (parts.zone !== null && named === null) return null;
    const own = named ?? (parts.offset === null ? null : FixedOffsetZone.instance(parts.offset));
    if (own === null && Object.keys(parts.units).length === 0) return null;
    const ambiguous = parts.offset === null ? {} : { specificOffset: parts.offset };
    const inZone = { zone: own ?? zone, ...ambiguous };
    return callLibrary('luxon', () => DateTime.fromObject(parts.units, inZone).setZone(zone));
  };
}

/** Forms that count time: seconds or milliseconds since 1970, those of .NET, and the days of a spreadsheet, which are local. */
const counted: ReadonlyMap<string, (text: string, zone: Zone | string) => DateTime | null> = new Map([
  ['unix', (text: string, zone) => sinceEpoch(/^(\d{9,10})(?:\.\d{1,9})?$/.exec(text)?.[1], 1000, zone)],
  ['unix_ms', (text: string, zone) => sinceEpoch(/^(\d{12,13})$/.exec(text)?.[1], 1, zone)],
  [
    'net',
    (text: string, zone) => sinceEpoch(/^\/Date\((\d{11,14})(?:[+-]\d{4})?\)\/$/.exec(text)?.[1], 1, zone),
  ],
  ['excel', dayOfSheet],
]);

function sinceEpoch(digits: string | undefined, factor: number, zone: Zone | string): DateTime | null {
  return digits === undefined
    ? null
    : callLibrary('luxon', () => DateTime.fromMillis(Number(digits) * factor, { zone }));
}

/** Spreadsheets count days from the end of 1899, with the time of day as their fraction. */
function dayOfSheet(text: string, zone: Zone | string): DateTime | null {
  if (!/^\d{5}(?:[.,]\d{1,15})?$/.test(text)) return null;
  const seconds = Math.round(Number(text.replace(',', '.')) * 86_400);
  return callLibrary('luxon', () =>
    DateTime.utc(1899, 12, 30).plus({ seconds }).setZone(zone, { keepLocalTime: true }),
  );
}

/**
 * Replaces a zone's name in the text by its usual spelling before `read`; null for an unknown zone. luxon caches every name that it meets: a
 * feed could fill the memory with invalid names, or with many spellings of one name.
 */
function withKnownZone(text: string, read: (text: string) => DateTime): DateTime | null {
  // Only a zone's name has two letters in a row in these forms.
  const written = /[A-Za-z_]{2}[\w+/:-]*/.exec(text);
  if (written === null) return read(text);
  const known = zoneName(written[0]);
  const end = written.index + written[0].length;
  return known === null ? null : read(text.slice(0, written.index) + known + text.slice(end));
}

/** Whether there is a time zone of this name. */
export function isZone(name: string): boolean {
  return callLibrary('luxon', () => IANAZone.isValidZone(name));
}

/** The zone's name in the spelling of the runtime; null if there is no such zone. */
function zoneName(written: string): string | null {
  if (!isZone(written)) return null;
  return new Intl.DateTimeFormat('en', { timeZone: written }).resolvedOptions().timeZone;
}
