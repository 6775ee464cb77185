import { isUtf8 } from 'node:buffer';
import type { SingleByteEncoding } from './encoding.js';

/**
 * Detects a wrong label of a file in a single-byte encoding. Decoding under a wrong label never fails, because almost every byte is a
 * character; the text only looks wrong. UTF-8 is recognised by its byte sequences, and the other encodings by letters that do
 * not occur together in one language. A high byte is one of 0x80 or more.
 */
export class EncodingDoubt {
  /** How often each byte occurs. Only high bytes are counted. */
  readonly #counts = new Uint32Array(256);
  /** Number of high bytes in runs of three or more. Whole words of high bytes are Cyrillic. */
  #inLongRuns = 0;
  /** Number of high bytes in shorter runs beside an ASCII letter, as Latin letters with diacritics are. */
  #amongLatin = 0;
  /** Number of high bytes in all finished runs. */
  #high = 0;
  /** Length of the current run of high bytes. */
  #run = 0;
  /** The last byte before the current run. */
  #beforeRun = 0;
  /** An unfinished UTF-8 sequence at the end of the last chunk. */
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

  /** The encoding that fits the text better than the label's; null if the label seems right. Called after the last chunk. */
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

  /**
   * Whether the text is Serbian or of a neighbouring language in windows-1250. Evidence: š or ž, which have the same bytes in windows-1252,
   * with č, ć and đ, whose bytes are è, æ and ð in windows-1252; and fewer letters of western European languages.
   */
  #readsAs1250(): boolean {
    const southSlavic = this.#of([0xe8, 0xe6, 0xf0, 0xc8, 0xc6, 0xd0]);
    const western = this.#of([
      0xe0, 0xe2, 0xe4, 0xe5, 0xe7, 0xe9, 0xea, 0xeb, 0xee, 0xf1, 0xf4, 0xf6, 0xf8, 0xfb, 0xfc,
    ]);
    return this.#of(carons) > 0 && southSlavic >= signalsMin && southSlavic > western;
  }

  /**
   * The encoding of a text that is labelled windows-1250 but is not in it. Read as windows-1250, š and ž of ISO-8859-2 look like ą and ľ,
   * à of windows-1252 looks like ŕ, and ñ like ń.
   */
  #insteadOf1250(): SingleByteEncoding | null {
    const polish = this.#of([0xea, 0xb3, 0x9c, 0xbf]);
    const latin2 = this.#of([0xb9]) === 0 ? 0 : this.#of([0xb9, 0xbe, 0xa9, 0xae]);
    if (latin2 >= signalsMin && polish === 0 && this.#of(carons) === 0 && this.#of([0xe8, 0xe6]) > 0)
      return 'iso-8859-2';
    const eastern = this.#of([...carons, 0x9c, 0xb3, 0xb9, 0xbf, 0xec, 0xef, 0xf2, 0xf5, 0xf8]);
    const western = this.#of([0xe0, 0xf1]);
    return western >= signalsMin && eastern === 0 ? 'windows-1252' : null;
  }

  #of(bytes: readonly number[]): number {
    return bytes.reduce((sum, byte) => sum + (this.#counts[byte] ?? 0), 0);
  }

  #sum(from: number, to: number): number {
    return this.#counts.subarray(from, to + 1).reduce((sum, count) => sum + count, 0);
  }
}

/** Least number of characteristic letters that prove another single-byte encoding. Fewer prove nothing. */
const signalsMin = 3;

/** Š, Ž, š and ž in windows-1250 and windows-1252. */
const carons = [0x8a, 0x8e, 0x9a, 0x9e];

function isLetter(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}

/** The number of bytes at the end that are the beginning of an incomplete UTF-8 sequence. */
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
