import { codePointLength } from './code-points.js';
import { urlCharactersMax } from './limits.js';

/** Why a text is no public https URL, as a clause that begins with a verb ("has …", "is …"); null if it is one. */
export function photoUrlProblem(url: string): string | null {
  return publicUrlProblem(url)?.message ?? null;
}

/** Like `photoUrlProblem`, with the detail code of the portal's reply. */
export function publicUrlProblem(
  url: string,
): { code: 'too_big' | 'invalid_format'; message: string } | null {
  // A text never has more code points than UTF-16 units, so a short text need not be counted.
  const length = url.length <= urlCharactersMax ? url.length : codePointLength(url);
  if (length > urlCharactersMax) {
    return { code: 'too_big', message: `has ${length} characters; at most ${urlCharactersMax} are allowed` };
  }
  const reason = formatProblem(url);
  return reason === null ? null : { code: 'invalid_format', message: reason };
}

/** Matches URLs that all parsers read in the same way, as nearly all URLs are. Only their host must be checked. */
const plainAddress = /^https:\/\/((?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*)(?:[/?#][!-[\]-~]*)?$/;

function formatProblem(url: string): string | null {
  const host = plainAddress.exec(url)?.[1];
  // Punycode may be invalid, so such a host goes through the URL parser below.
  if (host !== undefined && !host.includes('xn--')) return hostProblem(host);
  if (url === '') return 'is empty; leave it out or send null';
  // URL parsers repair these characters silently, and the portal's parser may repair them in another way.
  if (/[\s\\\u0000-\u001f\u007f]/.test(url)) return 'holds a space, a control character or a backslash';
  if (!/^https:\/\//i.test(url)) return 'is not a full https address';
  if (!URL.canParse(url)) return 'is not a valid address';
  const parsed = new URL(url);
  if (parsed.username !== '' || parsed.password !== '' || /^https:\/\/[^/?#]*@/i.test(url)) {
    return 'holds a user name or password';
  }
  if (parsed.port !== '') return 'names a port other than 443';
  return hostProblem(parsed.hostname);
}

/** @param host as the URL parser writes it: lower case, punycode, IPv4 addresses as four numbers with dots */
function hostProblem(host: string): string | null {
  const name = host.replace(/\.$/, '');
  if (name.startsWith('[') || /^\d+(\.\d+){3}$/.test(name)) return 'names an IP address instead of a host';
  if (!name.includes('.') || localEndings.some((ending) => name.endsWith(ending)))
    return 'names a local host';
  return null;
}

/** Endings of names that never resolve on the public internet: RFC 6761, RFC 6762, RFC 8375, ICANN's `.internal`, and common practice. */
const localEndings = [
  '.localhost',
  '.local',
  '.localdomain',
  '.internal',
  '.intranet',
  '.lan',
  '.home',
  '.home.arpa',
  '.corp',
  '.private',
  '.in-addr.arpa',
  '.ip6.arpa',
];
