import { crc32 } from 'node:zlib';
import type { SourceId } from '../../model/ids.js';
import type { RawContent } from '../../model/staged-record.js';
import { damaged } from './staging-error.js';

/** A record as it lies in the file of its run. */
export interface StagedEntry {
  ordinal: number;
  sourceId: SourceId;
  /** 16 bytes. */
  fingerprint: Uint8Array;
  /** The outcome, encoded by `encodeOutcome`. */
  content: Uint8Array;
  /** Delta feeds only. `surroundings` are stored once, by number. */
  raw: (Pick<RawContent, 'bytes' | 'undecodable'> & { surroundings: number }) | null;
}

/** Length of all that follows it, and the checksum of all that follows that: 32 bits each. */
const frameBytes = 8;
const fingerprintLength = 16;
/** Ordinal, fingerprint, the lengths of source id and content, the kind of the raw record, and the number of its surroundings. */
const headBytes = 4 + fingerprintLength + 4 + 4 + 1 + 4;
const noRaw = 0;
const decodable = 1;
const undecodable = 2;

/** Encodes an entry: length and checksum, then a head of fixed size, then source id, content and raw record. Little endian. */
export function encodeEntry({ ordinal, sourceId, fingerprint, content, raw }: StagedEntry): Buffer {
  const id = Buffer.from(sourceId);
  const rawLength = raw?.bytes.length ?? 0;
  const bytes = Buffer.allocUnsafe(frameBytes + headBytes + id.length + content.length + rawLength);
  bytes.writeUInt32LE(bytes.length - frameBytes, 0);
  let at = bytes.writeUInt32LE(ordinal, frameBytes);
  bytes.set(fingerprint, at);
  at = bytes.writeUInt32LE(id.length, at + fingerprintLength);
  at = bytes.writeUInt32LE(content.length, at);
  at = bytes.writeUInt8(raw === null ? noRaw : raw.undecodable ? undecodable : decodable, at);
  at = bytes.writeUInt32LE(raw?.surroundings ?? 0, at);
  bytes.set(id, at);
  bytes.set(content, at + id.length);
  if (raw !== null) bytes.set(raw.bytes, at + id.length + content.length);
  bytes.writeUInt32LE(crc32(bytes.subarray(frameBytes)), 4);
  return bytes;
}

/**
 * Decodes an entry. Its parts share the memory of `bytes`.
 * @param bytes the whole entry @param ordinal that of the record which must be there
 * @throws StagingError if the bytes are not those that were written
 */
export function decodeEntry(bytes: Buffer, ordinal: number): StagedEntry {
  if (bytes.length < frameBytes + headBytes || bytes.readUInt32LE(0) !== bytes.length - frameBytes)
    throw damaged('an entry has another length');
  if (bytes.readUInt32LE(4) !== crc32(bytes.subarray(frameBytes))) throw damaged('a checksum does not match');
  if (bytes.readUInt32LE(frameBytes) !== ordinal) throw damaged('an entry is another record’s');
  let at = frameBytes + 4;
  const fingerprint = plain(bytes, at, (at += fingerprintLength));
  const [idLength, contentLength] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
  const kind = bytes.readUInt8(at + 8);
  const surroundings = bytes.readUInt32LE(at + 9);
  at = frameBytes + headBytes;
  const sourceId = bytes.toString('utf8', at, (at += idLength));
  const content = plain(bytes, at, (at += contentLength));
  const raw =
    kind === noRaw
      ? null
      : { bytes: plain(bytes, at, bytes.length), undecodable: kind === undecodable, surroundings };
  return { ordinal, sourceId, fingerprint, content, raw };
}

function plain(bytes: Buffer, start: number, end: number): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset + start, end - start);
}
