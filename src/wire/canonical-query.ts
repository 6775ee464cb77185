/** A query as pairs of name and value, not encoded, in any order. */
export type QueryPairs = readonly (readonly [name: string, value: string])[];

/**
 * The canonical query of PX-SIG-1: RFC 3986 encoding, sorted by encoded name, then by value, joined by `&`; empty without pairs. The client
 * sends exactly this text in the URL.
 */
export function canonicalQuery(pairs: QueryPairs): string {
  return join(pairs.map(([name, value]) => [encodeRfc3986(name), encodeRfc3986(value)]));
}

/** The canonical form of a query as received, without `?`. An invalid escape stands for its own characters, and `+` for a plus sign. */
export function canonicalQueryOf(raw: string): string {
  const pairs = raw.split('&').filter((part) => part !== '');
  return join(
    pairs.map((part) => {
      const cut = part.indexOf('=');
      const [name, value] = cut < 0 ? [part, ''] : [part.slice(0, cut), part.slice(cut + 1)];
      return [encodeBytes(percentDecode(name)), encodeBytes(percentDecode(value))];
    }),
  );
}

/** Percent-encodes every UTF-8 byte except `A-Z a-z 0-9 - . _ ~`. */
export function encodeRfc3986(text: string): string {
  return encodeBytes(Buffer.from(text, 'utf8'));
}

/** Encodes one path segment. The segments `.` and `..` stay as they are, and URL parsers resolve them: the client refuses to send them. */
export function encodePathSegment(text: string): string {
  return encodeRfc3986(text);
}

function join(encoded: [string, string][]): string {
  return encoded
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function encodeBytes(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    const char = String.fromCharCode(byte);
    text += /[A-Za-z0-9\-._~]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return text;
}

/** Returns bytes instead of text, so that escapes that are not valid UTF-8 keep their bytes. */
function percentDecode(text: string): Uint8Array {
  const parts = text.split(/(%[0-9A-Fa-f]{2})/);
  return Buffer.concat(
    parts.map((part, index) =>
      index % 2 === 1 ? Buffer.from(part.slice(1), 'hex') : Buffer.from(part, 'utf8'),
    ),
  );
}
