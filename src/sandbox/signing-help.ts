/** Helps the developer of a client to find why a signature does not fit. It is part of a refusal's `details` only. */
export interface SigningHelp {
  /** The text that the portal built from the request, and that should have been signed. */
  signing_base: string;
  /** The first line that differs from the client's own text; null where they are equal; absent where none was sent along. */
  first_difference?: Difference | null;
  hint: string;
}

interface Difference {
  /** Counted from 1. */
  line: number;
  /** Null where the text has no such line. */
  yours: string | null;
  ours: string | null;
}

/** Header, after the prefix, in which a client may send its own signing base along: base64url of its UTF-8 bytes. */
export const debugHeader = 'Debug-Signing-Base';

/** @param sent value of the debug header, or null */
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
