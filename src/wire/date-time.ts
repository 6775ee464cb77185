/** Whether a text is an existing date in the form YYYY-MM-DD. */
export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/**
 * Whether a text is an RFC 3339 date-time with offset. Leap seconds are refused, because they have no epoch millisecond. The portal uses the
 * time only to order changes.
 */
export function isDateTime(text: string): boolean {
  const match = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-](\d{2}):(\d{2}))$/.exec(
    text,
  );
  if (match === null || !isDate(match[1] ?? '')) return false;
  const [hour, minute, second, offsetHour, offsetMinute] = match.slice(2).map((part) => Number(part));
  return [hour, offsetHour].every(isBelow(24)) && [minute, second, offsetMinute].every(isBelow(60));
}

/** A test whether a part of the time is below its limit. A missing part passes: with `Z` there is no numeric offset. */
function isBelow(limit: number): (part: number | undefined) => boolean {
  return (part) => part === undefined || Number.isNaN(part) || part < limit;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
