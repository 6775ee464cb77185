import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import type { EncodingName } from '../../../model/feed-format.js';
import { EncodingDoubt } from '../../../feed/decode/encoding-doubt.js';
import { chooseEncoding, type FileEncoding } from '../../../feed/decode/encoding.js';

/** How the bytes of a file become text. */
export interface EncodingFinding {
  encoding: FileEncoding;
  /** What the feed's configuration must say; `auto` where the file speaks for itself. */
  setting: EncodingName;
  /** Sentences for a person: what was doubted and why it was decided so. */
  doubts: string[];
  /** The beginning of the file, decoded. */
  text: string;
}

/**
 * Finds a file's encoding: a byte order mark, the declaration if the bytes bear it out, UTF-8 if they are it, else by letters.
 * @param head the first megabytes of the file
 * @param declared what the file itself names, if anything
 */
export function detectEncoding(head: Buffer, declared: string | null): EncodingFinding {
  const choice = chooseEncoding(head, 'auto', declared);
  if (choice.ok && choice.skip > 0) return found(head.subarray(choice.skip), choice.encoding, 'auto', []);
  const whole = withoutCutLetter(head);
  if (isUtf8(whole)) {
    const said = choice.ok ? choice.encoding : null;
    if (said === 'utf-8' || isAscii(whole))
      return found(whole, 'utf-8', said === 'utf-8' ? 'auto' : 'utf-8', []);
    return found(whole, 'utf-8', 'utf-8', [
      `The file calls itself ${declared ?? 'nothing'}, but its bytes are UTF-8; it is read as UTF-8.`,
    ]);
  }
  const label = choice.ok && isSingleByte(choice.encoding) ? choice.encoding : null;
  const encoding = byLetters(whole, label);
  const says = declared === null ? 'does not say how it is encoded' : `calls itself ${declared}`;
  if (label === encoding) return found(whole, encoding, 'auto', []);
  return found(whole, encoding, encoding, [
    `The file ${says} and is no UTF-8; its letters read right as ${encoding}. Look whether accents and carons look right in the samples.`,
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

/** ł, ś, ż and ą of windows-1250 are signs in windows-1252, which no word of the West holds between letters. */
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

/** The head of a longer file may end in the midst of a letter. */
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
  return { encoding, setting, doubts, text: iconv.decode(bytes, encoding).replace(/^\uFEFF/, '') };
}
