/** An ampersand that begins no reference. The validator of fast-xml-parser has the same test, but knows no `&#X41;`. */
export const strayAmpersand = /&(?!#[xX][\da-fA-F]*;|#\d*;|\w{1,20};)/;

const allStray = new RegExp(strayAmpersand, 'g');

/** The text of a record with `sign` for each stray ampersand, but for comments and CDATA sections, where it is allowed. */
export function escapeStray(record: string, sign: '&amp;' | '_'): string {
  let escaped = '';
  let at = 0;
  while (at < record.length) {
    const next = record.indexOf('<!', at);
    const start = next === -1 ? record.length : next;
    const end = sectionEnd(record, start);
    escaped +=
      record.slice(at, start).replace(allStray, sign).replaceAll('&#X', '&#x') + record.slice(start, end);
    at = end;
  }
  return escaped;
}

/** Offset behind the comment or CDATA section at `start`, or behind the `<!` of anything else. */
function sectionEnd(record: string, start: number): number {
  const mark = record.startsWith('<!--', start)
    ? '-->'
    : record.startsWith('<![CDATA[', start)
      ? ']]>'
      : null;
  if (mark === null) return Math.min(record.length, start + 2);
  const end = record.indexOf(mark, start);
  return end === -1 ? record.length : end + mark.length;
}
