import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  name: string;
  content: Buffer | string;
  /** Deflated unless it says otherwise; any number may be claimed. */
  method?: number;
  encrypted?: boolean;
  /** What it claims to unpack to. */
  size?: number;
  crc?: number;
}

/** A ZIP, written by hand so that it may also lie. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, method = 8, encrypted = false, size, crc } of entries) {
    const plain = Buffer.from(content as string);
    const data = method === 8 ? deflateRawSync(plain) : plain;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800 | (encrypted ? 1 : 0), 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc ?? crc32(plain), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(size ?? plain.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const where = Buffer.alloc(14);
    where.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), data]);
    locals.push(local);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, where, Buffer.from(name));
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, central, Buffer.from('PK\x05\x06'), end]);
}
