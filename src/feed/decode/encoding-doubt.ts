import { isUtf8 } from 'node:buffer';
import type { SingleByteEncoding } from './encoding.js';

/**
 * Watches the bytes of a file under a single-byte label, where every byte means something and nothing fails: text under a wrong
 * label only looks wrong. Tells UTF-8 by its sequences, and the encodings from one another by letters that their languages
 * do not mix.
 */
export class EncodingDoubt {
  readonly #counts = new Uint32Array(256);
  /** High bytes that stand among three or more: whole words of them are Cyrillic. */
  #inLongRuns = 0;
  /** High bytes between two ASCII letters, as a Latin letter with a diacritic is. */
  #amongLatin = 0;
  #high = 0;
  #run = 0;
  #beforeRun = 0;
  #utf8Tail: Buffer = Buffer.alloc(0);
  #mayBeUtf8 = true;

  add(chunk: Buffer): void {
    for (const byte of chunk) {
      if (byte >= 0x80) {
        this.#counts[byte] = (this.#counts[byte] ?? 0) + 1;
        this.#run += 1;
      } else {
        if (this.#run > 0) this.#endRun(byte);
        this.#beforeRun = byte;
      }
    }
    if (this.#mayBeUtf8) this.#checkUtf8(chunk);
  }

  /** Which encoding the text reads right in, if not in the one it is labelled with. */
  betterThan(label: SingleByteEncoding): SingleByteEncoding | 'utf-8' | null {
    if (this.#run > 0) this.#endRun(0);
    if (this.#high > 0 && this.#mayBeUtf8 && this.#utf8Tail.length === 0) return 'utf-8';
    if (this.#high < signalsMin) return null;
    const isCyrillic = this.#inLongRuns > this.#high / 2;
    if (label === 'windows-1251') return isCyrillic || !this.#isMostlyLatin() ? null : this.#latinGuess();
    if (isCyrillic) return 'windows-1251';
    if (label === 'windows-1252') return this.#readsAs1250() ? 'windows-1250' : null;
    if (label === 'iso-8859-2') return this.#sum(0x80, 0x9f) > 0 ? 'windows-1250' : null;
    return this.#insteadOf1250();
  }

  #endRun(next: number): void {
    this.#high += this.#run;
    if (this.#run >= 3) this.#inLongRuns += this.#run;
    else if (isLetter(this.#beforeRun) || isLetter(next)) this.#amongLatin += this.#run;
    this.#run = 0;
  }

  #checkUtf8(chunk: Buffer): void {
    const bytes = this.#utf8Tail.length === 0 ? chunk : Buffer.concat([this.#utf8Tail, chunk]);
    const whole = bytes.length - unfinishedBytes(bytes);
    this.#mayBeUtf8 = isUtf8(bytes.subarray(0, whole));
    this.#utf8Tail = Buffer.from(bytes.subarray(whole));
  }

  #isMostlyLatin(): boolean {
    return this.#amongLatin > this.#high / 2;
  }

  #latinGuess(): SingleByteEncoding {
    return this.#readsAs1250() ? 'windows-1250' : 'windows-1252';
  }

  /** Serbian and its neighbours: š and ž (alike in both) beside č ć đ, where 1252 has è æ ð; and few of the West's own letters. */
  #readsAs1250(): boolean {
    const carons = this.#of(0x8a, 0x8e, 0x9a, 0x9e);
    const southSlavic = this.#of(0xe8, 0xe6, 0xf0, 0xc8, 0xc6, 0xd0);
    const western = this.#of(
      0xe0,
      0xe2,
      0xe4,
      0xe5,
      0xe7,
      0xe9,
      0xea,
      0xeb,
      0xee,
      0xf1,
      0xf4,
      0xf6,
      0xf8,
      0xfb,
      0xfc,
    );
    return carons > 0 && southSlavic >= signalsMin && southSlavic > western;
  }

  /** Under 1250: š and ž of ISO-8859-2 look like ą and ľ; à of the West looks like ŕ, ñ like ń. */
  #insteadOf1250(): SingleByteEncoding | null {
    const polish = this.#of(0xea, 0xb3, 0x9c, 0xbf);
    const latin2 = this.#of(0xb9) === 0 ? 0 : this.#of(0xb9, 0xbe, 0xa9, 0xae);
    if (
      latin2 >= signalsMin &&
      polish === 0 &&
      this.#of(0x9a, 0x9e, 0x8a, 0x8e) === 0 &&
      this.#of(0xe8, 0xe6) > 0
    )
      return 'iso-8859-2';
    const eastern = this.#of(0x8a, 0x8e, 0x9a, 0x9e, 0x9c, 0xb3, 0xb9, 0xbf, 0xec, 0xef, 0xf2, 0xf5, 0xf8);
    const western = this.#of(0xe0, 0xf1);
    return western >= signalsMin && eastern === 0 ? 'windows-1252' : null;
  }

  #of(...bytes: number[]): number {
    return bytes.reduce((sum, byte) => sum + (this.#counts[byte] ?? 0), 0);
  }

  #sum(from: number, to: number): number {
    return this.#counts.subarray(from, to + 1).reduce((sum, count) => sum + count, 0);
  }
}

/** Fewer telling letters than this prove nothing. */
const signalsMin = 3;

function isLetter(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}

/** How many bytes at the end begin a UTF-8 sequence that is not complete. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? back : 0;
  }
  return 0;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}
