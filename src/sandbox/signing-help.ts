/** The `details` of the refusal `signature_invalid`, with which the developer of a client finds the mistake. */
export interface SigningHelp {
  /** The text that should have been signed, built by the portal from the request. */
  signing_base: string;
  /** The first line in which the client's text differs; null if the texts are equal; absent without the debug header. */
  first_difference?: Difference | null;
  hint: string;
}

interface Difference {
  /** Number of the line, from 1. */
  line: number;
  /** The client's line; null if its text has no such line. */
  yours: string | null;
  /** The portal's line; null if its text has no such line. */
  ours: string | null;
}

/** Name, without its prefix, of the header in which a client may send its own signing base, as base64url of the UTF-8 bytes. */
export const debugHeader = 'Debug-Signing-Base';

/**
 * @param base the signing base that the portal built
 * @param sent value of the debug header; null without one
 * @param prefix of the headers' names
 */
export function signingHelp(base: string, sent: string | null, prefix: string): SigningHelp {
  if (sent === null) {
    const hint = `Compare signing_base with the text that you sign; or send yours along as base64url in ${prefix}${debugHeader}.`;
    return { signing_base: base, hint };
  }
  const theirs = Buffer.from(sent, 'base64url').toString('utf8');
  const difference = firstDifference(theirs, base);
  return { signing_base: base, first_difference: difference, hint: hintOf(difference) };
}

function firstDifference(theirs: string, ours: string): Difference | null {
  if (theirs === ours) return null;
  const [yourLines, ourLines] = [theirs.split('\n'), ours.split('\n')];
  const longer = yourLines.length > ourLines.length ? yourLines : ourLines;
  const index = longer.findIndex((_, at) => yourLines[at] !== ourLines[at]);
  return { line: index + 1, yours: yourLines[index] ?? null, ours: ourLines[index] ?? null };
}

function hintOf(difference: Difference | null): string {
  if (difference === null) {
    return 'The text is the same: the private key is not the half of the registered one, or other bytes than the text itself (a hash of it, say) were signed.';
  }
  const { line, yours, ours } = difference;
  if (ours === null)
    return `Your text goes on after line ${line - 1}; it should end there, without a line feed.`;
  if (yours === null) return `Your text ends before line ${line}.`;
  if (yours.trim() === ours) return `Line ${line} differs in white space only: lines end in LF alone.`;
  return `Line ${line} differs.`;
}
