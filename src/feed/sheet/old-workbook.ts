/** The first bytes of the container in which Office kept its files before 2007, and still keeps those with a password. */
const compoundFile = 'd0cf11e0a1b11ae1';

export function mayBeOldWorkbook(head: Buffer): boolean {
  const start = head.toString('hex', 0, 8);
  return start === compoundFile || /^09(?:00|02|04|08)0(?:4|6|8)00/.test(start);
}

/**
 * Why a file that may be an old workbook is not read, as a clause.
 * @param bytes its first bytes, as many as hold its directory
 */
export function whyOldWorkbook(bytes: Buffer): string {
  const isLocked = bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'));
  if (isLocked)
    return 'the workbook is locked with a password. Ask for one without, behind user name and password of the address';
  const isBook =
    !bytes.toString('hex', 0, 8).startsWith(compoundFile) ||
    /W\0o\0r\0k\0b\0o\0o\0k\0|B\0o\0o\0k\0/.test(bytes.toString('latin1'));
  return isBook
    ? 'an old workbook (.xls) came, which is not read here. Ask for it as .xlsx: Excel and LibreOffice save one as the other'
    : 'an old document of Office came instead of the feed. Ask for the table as .xlsx or CSV';
}
