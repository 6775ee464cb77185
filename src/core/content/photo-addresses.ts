/**
 * The addresses in one value of a feed, in order. A value that is JSON is read member by member: of an object that describes a picture, the
 * first text that is an address. Any other value is split where a separator
 * (comma, semicolon, pipe or white space) stands directly before a scheme, also where quotes or brackets stand between both. Any other
 * separator is part of its address, and so is a scheme within an address: `https://proxy/https://host/a.jpg` is one address (RULES R156).
 * @returns the addresses with `&amp;` decoded; for a value without any, one empty text
 */
export function photoAddresses(value: string): string[] {
  const text = decodeAmpersands(value);
  const listed = jsonTexts(text);
  if (listed !== null) return listed.flatMap(photoAddresses);
  const starts = addressStarts(text);
  if (starts.length === 0) return [trimAddress(text)];
  const parts = [0, ...starts].map((start, index) => trimAddress(text.slice(start, starts[index])));
  const filled = parts.filter((part) => part !== '');
  return filled.length === 0 ? [''] : filled;
}

/** Forms of `&` in HTML, also where it was escaped more than once: `&amp;amp;`, `&amp;#038;`. */
const escapedAmpersand = /&(?:amp;|#0{0,4}38;|#x0{0,4}26;)+/gi;

export function decodeAmpersands(text: string): string {
  return text.includes('&') ? text.replace(escapedAmpersand, '&') : text;
}

/** The texts that hold addresses in a value that is JSON; null for any other value, and for JSON without an address. */
function jsonTexts(text: string): string[] | null {
  if (!text.startsWith('[') && !text.startsWith('{')) return null;
  try {
    const json: unknown = JSON.parse(text);
    const members = Object.values(json as object);
    if (Array.isArray(json) && members.every((one) => typeof one === 'string')) return members;
    const texts = members.flatMap((one) => addressText(one) ?? []);
    return texts.length > 0 ? texts : null;
  } catch {
    return null;
  }
}

/** The text of a picture's address: the member itself, or the first in it. */
function addressText(member: unknown): string | undefined {
  const texts = typeof member === 'object' && member !== null ? Object.values(member) : [member];
  return texts.find((one): one is string => typeof one === 'string' && isAddress.test(one.trim()));
}

/** An address, or the name of a file with a picture. */
const isAddress = /^(?:(?:https?:)?\/\/\S|[^\s:?]*\.(?:jpe?g|png|webp|gif|avif)$)/i;

const schemeLengthMax = 20;

/** Where addresses begin that a separator precedes, except the first address. Linear in the length of the text. */
function addressStarts(text: string): number[] {
  const starts: number[] = [];
  // The slashes of a scheme at the very start begin no further address.
  const from = text.startsWith('https://') ? 8 : 1;
  for (let slashes = text.indexOf('//', from); slashes !== -1; slashes = text.indexOf('//', slashes + 2)) {
    const scheme = schemeStart(text, slashes);
    if (scheme === null) continue;
    let before = scheme - 1;
    while (before >= 0 && opening.has(text.charAt(before))) before--;
    if (before >= 0 && isSeparator(text.charAt(before))) starts.push(before + 1);
  }
  return starts;
}

/**
 * Where the scheme of these slashes begins; null if there is none. Slashes without a scheme begin an address only in a value that begins
 * with such an address.
 */
function schemeStart(text: string, slashes: number): number | null {
  if (text.charAt(slashes - 1) !== ':') return text.startsWith('//') ? slashes : null;
  let start = slashes - 1;
  while (start > 0 && slashes - start <= schemeLengthMax && /[a-z\d+.-]/i.test(text.charAt(start - 1)))
    start--;
  return /^[a-z]$/i.test(text.charAt(start)) && start < slashes - 1 ? start : null;
}

const opening: ReadonlySet<string> = new Set(['"', "'", '[', '<']);

function isSeparator(character: string): boolean {
  return /[\s,;|\u200b]/.test(character);
}

const closing: ReadonlySet<string> = new Set(['"', "'", ']', '>']);

/** The address without separators at its ends, and without quotes or brackets around it. No address begins with one of these. */
function trimAddress(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && (isSeparator(text.charAt(start)) || opening.has(text.charAt(start)))) start++;
  const isWrapped = start > 0 && opening.has(text.charAt(start - 1));
  while (
    end > start &&
    (isSeparator(text.charAt(end - 1)) || (isWrapped && closing.has(text.charAt(end - 1))))
  )
    end--;
  return text.slice(start, end);
}
