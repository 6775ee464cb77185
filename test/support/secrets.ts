import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Stands in every secret that tests make up, so that a search finds whatever of them was written down. */
export const secretMark = 's3cret-';

/** A made-up secret: `s3cret-feed-password`. */
export function secret(what: string): string {
  return secretMark + what;
}

/** Where what is found is kept until the whole run has ended; set by `search-secrets.ts`. */
export const findingsVariable = 'FEEDSYNC_SECRETS_FOUND';

/** As they stand, and as programs encode what they write. */
const marks = [
  secretMark,
  encodeURIComponent(secretMark),
  ...[0, 1, 2].map((shift) => base64Core(secretMark, shift)),
  Buffer.from(secretMark).toString('hex'),
];

/** What of a text's base64 does not depend on what stands around it. */
function base64Core(text: string, shift: number): string {
  const encoded = Buffer.from('\0'.repeat(shift) + text).toString('base64');
  const from = Math.ceil((shift * 8) / 6);
  const whole = Math.floor(((shift + text.length) * 8) / 6);
  return encoded.slice(from, whole);
}

/** The secret half of a key, as PEM holds it. */
const pemKey = /PRIVATE KEY-----\s*MC/;

/**
 * Fails where a test's secret, or a private key, stands in something that the program wrote. What is found also fails the whole run:
 * a test that expects some other error must not hide it.
 */
export function searchSecrets(where: string, written: string | Uint8Array): void {
  const bytes = Buffer.from(written as string);
  const found = marks.find((mark) => bytes.includes(mark));
  const key = found === undefined && bytes.includes('PRIVATE KEY') && pemKey.test(bytes.toString('latin1'));
  if (found === undefined && !key) return;
  const at = found === undefined ? bytes.indexOf('PRIVATE KEY') : bytes.indexOf(found);
  const around = JSON.stringify(bytes.toString('utf8', Math.max(0, at - 80), at + 40));
  const finding = `a secret stands in ${where}: ${around}`;
  const file = process.env[findingsVariable];
  if (file !== undefined) appendFileSync(file, `${finding}\n`);
  throw new Error(finding);
}

/** All files below a folder in which the program alone writes, but for keys, whose place that is; none where there is no such folder. */
export function searchSecretsIn(folder: string): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !entry.name.endsWith('.pem')) searchSecrets(path, readFileSync(path));
  }
}
