import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import type { EncodingName } from '../../../model/feed-format.js';
import { EncodingDoubt } from '../../../feed/decode/encoding-doubt.js';
import { chooseEncoding, type FileEncoding } from '../../../feed/decode/encoding.js';

/** The encoding of a file, and its decoded beginning. */
export interface EncodingFinding {
  encoding: FileEncoding;
  /**
   * The value to set in the feed's configuration; `auto` where the daemon decides so by itself: by a byte order mark, a right declaration,
   * or as UTF-8.
   */
  setting: EncodingName;
  /** Sentences for the operator: each doubt, and the decision. */
  doubts: string[];
  /** The beginning of the file, decoded. */
  text: string;
}

/**
 * Detects a file's encoding: by a byte order mark; as UTF-8 if the bytes are UTF-8, whatever the file declares, also if fewer characters
 * are damaged than whole; otherwise by its letters, beginning with the declared encoding.
 * @param head the first megabytes of the file
 * @param declared what the file itself names, if anything
 */
export function detectEncoding(head: Buffer, declared: string | null): EncodingFinding {
  const choice = chooseEncoding(head, 'auto', declared);
  if (choice.ok && choice.skip > 0) return found(head.subarray(choice.skip), choice.encoding, 'auto', []);
  const whole = withoutCutLetter(head);
  if (isUtf8(whole)) {
    const chosen = choice.ok ? choice.encoding : null;
    if (chosen === 'utf-8' || isAscii(whole))
      return found(whole, 'utf-8', chosen === 'utf-8' ? 'auto' : 'utf-8', []);
    return found(whole, 'utf-8', 'utf-8', [
      `The file ${declared === null ? 'declares no encoding' : `declares ${declared}`}, but its bytes are UTF-8; it is read as UTF-8.`,
    ]);
  }
  const damaged = damagedLetters(whole);
  if (damaged !== null)
    return found(whole, 'utf-8', choice.ok && choice.encoding === 'utf-8' ? 'auto' : 'utf-8', [
      `The file is UTF-8 with ${damaged === 1 ? 'one damaged character' : `${damaged} damaged characters`}: records that hold them cannot be read.`,
    ]);
  const label = choice.ok && isSingleByte(choice.encoding) ? choice.encoding : null;
  const encoding = byLetters(whole, label);
  const declaration = declared === null ? 'declares no encoding' : `declares ${declared}`;
  if (label === encoding) return found(whole, encoding, 'auto', []);
  return found(whole, encoding, encoding, [
    `The file ${declaration} and is not UTF-8; its letters fit ${encoding}. Check accents and carons in the samples.`,
  ]);
}

type SingleByte = Exclude<FileEncoding, 'utf-8' | 'utf-16le' | 'utf-16be'>;

function byLetters(bytes: Buffer, label: SingleByte | null): SingleByte {
  const doubt = new EncodingDoubt();
  doubt.add(bytes);
  const better = doubt.betterThan(label ?? 'windows-1252');
  if (better !== null && better !== 'utf-8') return better;
  return label ?? (readsPolish(bytes) ? 'windows-1250' : 'windows-1252');
}

/**
 * Whether at least three words look Polish: the bytes of ł, ś, ż and ą in windows-1250 are ³, œ, ¿ and ¹ in windows-1252, which hardly
 * occur within words.
 */
function readsPolish(bytes: Buffer): boolean {
  const polish = bytes.toString('latin1').match(/[a-z][\xb3\x9c\xbf\xb9][a-z]/g) ?? [];
  return polish.length >= 3;
}

function isSingleByte(encoding: FileEncoding): encoding is SingleByte {
  return !encoding.startsWith('utf-');
}

function isAscii(bytes: Buffer): boolean {
  return bytes.every((byte) => byte < 0x80);
}

/**
 * How many characters of a UTF-8 text are damaged; null where as many are damaged as whole. In another encoding hardly any letters are
 * sequences of UTF-8, so most of what is not ASCII would be damaged.
 */
function damagedLetters(bytes: Buffer): number | null {
  let damaged = 0;
  let whole = 0;
  for (const sign of bytes.toString('utf8').matchAll(/[^\p{ASCII}]/gu)) {
    if (sign[0] === '\uFFFD') damaged += 1;
    else whole += 1;
  }
  return whole > damaged ? damaged : null;
}

/** Drops up to three bytes of a UTF-8 character that was cut at the end of the head. Other encodings stay whole. */
function withoutCutLetter(head: Buffer): Buffer {
  for (let cut = 0; cut <= 3; cut++) {
    const part = head.subarray(0, head.length - cut);
    if (isUtf8(part)) return part;
  }
  return head;
}

function found(
  bytes: Buffer,
  encoding: FileEncoding,
  setting: EncodingName,
  doubts: string[],
): EncodingFinding {
  return { encoding, setting, doubts, text: iconv.decode(bytes, encoding).replace(/^\uFEFF+/, '') };
}
