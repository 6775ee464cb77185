/**
 * Why the beginning of a file is no feed, as sentences that say what it is and what to do; null where it may be one.
 * @param head the first bytes
 * @param text the same, decoded, without white space before it
 */
export function notAFeed(head: Buffer, text: string): string | null {
  if (text.trim() === '')
    return 'The file is empty. Ask the software that writes it for an export with listings.';
  const magic = head.toString('latin1', 0, 16);
  const [, what] = signatures.find(([pattern]) => pattern.test(magic)) ?? [];
  if (what !== undefined) return `This is ${what}, not a feed. ${askForExport}`;
  if (isWebPage(text))
    return 'This is a web page, not a feed. It may ask for a password, or be the page on which the feed is offered: open the address in a browser, and take the address of the file itself.';
  if (/^\s*(?:--|\/\*|create table|insert into|drop table)/i.test(text) && /\binsert into\b/i.test(text))
    return `This is a copy of a database (SQL), not a feed. ${askForExport}`;
  if (/^[\w$.]{1,60}\s*\(\s*[[{]/.test(text))
    return 'This is JSON in a call of a program (JSONP), not JSON alone. Leave the parameter that asks for it, such as callback=, out of the address.';
  const error = errorReply(text);
  if (error !== null)
    return `The server answered with an error instead of the feed: ${error}. Its owner can say what is missing.`;
  return text.startsWith('{') || text.startsWith('[') ? brokenJson(text) : null;
}

const askForExport =
  'Ask the software for an export as XML, CSV or JSON, or take a spreadsheet (.xlsx, .ods).';

const signatures: readonly (readonly [RegExp, string])[] = [
  [/^%PDF-/, 'a PDF document'],
  [/^\x89PNG|^\xff\xd8\xff|^GIF8|^RIFF....WEBP/s, 'a picture'],
  [/^\{\\rtf/, 'a text document (RTF)'],
  [/^Rar!/, 'a RAR archive, which feedsync does not open'],
  [/^7z\xbc\xaf/, 'a 7z archive, which feedsync does not open'],
  [/^SQLite format 3/, 'a database (SQLite)'],
  [/^....ftyp/s, 'a video'],
];

function isWebPage(text: string): boolean {
  const bare = text.slice(0, 4096).replace(/^(?:\s+|<!--[\s\S]*?-->|<\?[\s\S]*?\?>)+/, '');
  return /^<(?:!doctype\s+html|html|head|body)[\s>]/i.test(bare);
}

/** The message of a short reply that reports an error; null: it is none. */
function errorReply(text: string): string | null {
  if (text.length > 20_000) return null;
  const xml = /^(?:<\?[\s\S]*?\?>\s*)?<(?:\w+:)?(?:error|errors|fault|exception)\b[^>]*>/i.exec(text);
  if (xml !== null) return shown(text.slice(xml[0].length).replace(/<[^>]*>/g, ' '));
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { error, errors, message, code, status } = value as Record<string, unknown>;
  const said = error ?? errors ?? (code === undefined && status === undefined ? undefined : message);
  if (said === undefined || said === null || said === false || Object.keys(value).length > 6) return null;
  const parts = [said === true ? undefined : said, message === said ? undefined : message];
  const words = parts.filter((part) => part !== undefined);
  return shown(words.map(textOf).join(': '));
}

/** A text as it is; the message of an object; otherwise its JSON. */
function textOf(part: unknown): string {
  if (typeof part === 'string') return part;
  const { message } = (part ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : JSON.stringify(part);
}

function shown(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain === '' ? 'it gives no reason' : `"${plain.slice(0, 120)}"`;
}

/** Why a whole JSON document is no feed; null: it may be one, or is cut off. */
function brokenJson(text: string): string | null {
  const value = parsed(text);
  if (value === undefined) return null;
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return isEmpty || isEmptyList(value) ? 'The file is an empty list: it holds no listings yet.' : null;
}

/** Whether an object holds a list without members, and nothing else that could be a listing. */
function isEmptyList(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const members = Object.values(value);
  return (
    members.some((member) => Array.isArray(member) && member.length === 0) &&
    members.every(
      (member) => typeof member !== 'object' || member === null || Object.keys(member as object).length === 0,
    )
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
