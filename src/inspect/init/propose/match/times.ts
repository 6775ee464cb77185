/** A date as a number that grows with time, in minutes; null: unknown. */
export function timeOf(text: string): number | null {
  const milliseconds = /^\/Date\((\d+)/.exec(text)?.[1];
  if (milliseconds !== undefined) return Number(milliseconds) / 60_000;
  const day =
    /^(\d{4})(?:[-/]|\. ?)?(\d{1,2})(?:[-/]|\. ?)?(\d{1,2})/.exec(text) ??
    reversed(/^(\d{1,2})(?:[-/]|\. ?)(\d{1,2})(?:[-/]|\. ?)(\d{4})/.exec(text));
  if (day === null) return null;
  const [year = 0, month = 0, date = 0] = day.slice(1).map(Number);
  const [, hours = '0', minutes = '0'] = /(\d{1,2}):(\d{2})/.exec(text) ?? [];
  return (((year * 12 + month) * 31 + date) * 24 + Number(hours)) * 60 + Number(minutes);
}

function reversed(match: RegExpExecArray | null): readonly string[] | null {
  return match === null ? null : [match[0], match[3] ?? '', match[2] ?? '', match[1] ?? ''];
}
