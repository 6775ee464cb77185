const dayMs = 86_400_000;
/** Days from 1900-01-00, the day zero of spreadsheets, to 1970-01-01, with the 29 February 1900 that never was. */
const daysBefore1970 = 25_569;
/** Days between the two systems. */
const days1904 = 1_462;
/** 9999-12-31. */
const serialMax = 2_958_465;

/** Which parts of a time a cell shows. */
export interface ShownTime {
  date: boolean;
  time: boolean;
  /** Hours may be more than 24. */
  isElapsed: boolean;
}

/**
 * The ISO form of a date that a workbook holds as a number of days: `2024-03-05`, with a time where the cell shows or holds one; for a
 * cell that shows only a time, `14:30:00`. Null for a number that is no date.
 */
export function serialText(serial: number, shown: ShownTime, is1904: boolean): string | null {
  if (!Number.isFinite(serial) || serial < 0) return null;
  if (shown.isElapsed) return clock(Math.round(serial * 86_400));
  const days = serial + (is1904 ? days1904 : 0);
  if (days >= serialMax + 1) return null;
  const seconds = Math.round(serial * 86_400) % 86_400;
  if (!shown.date) return clock(seconds);
  // Day 60 of the system of 1900 is a day that never was; the days before it are one more than they should be.
  const isEarly = days < 60;
  const at = new Date(Math.round((days - daysBefore1970 + (isEarly ? 1 : 0)) * 86_400) * 1_000);
  if (days < 1 || Math.floor(days) === 60) return null;
  const [date = '', time = ''] = at.toISOString().split('T');
  return shown.time || at.getTime() % dayMs !== 0 ? `${date}T${time.slice(0, 8)}` : date;
}

function clock(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
