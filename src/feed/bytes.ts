/** White space of XML and JSON: blank, line feed, carriage return, tab. `undefined`, read behind the last byte, is none. */
export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Whether `bytes` contains `needle` at index `at`. Part of the needle behind the last byte counts as a difference. */
export function startsWith(bytes: Uint8Array, at: number, needle: Uint8Array): boolean {
  for (let i = 0; i < needle.length; i++) if (bytes[at + i] !== needle[i]) return false;
  return true;
}
