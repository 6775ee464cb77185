import { pipeline } from 'node:stream/promises';
import { blankSecrets } from '../../feed/decode/blank-secrets.js';
import { SecretsError } from '../../feed/decode/blanker.js';
import type { SpooledFile } from '../../platform/files/spool.js';
import type { Feed, Services } from '../services/services.js';

/**
 * Replaces fetched files by copies without the elements that the mapping marks as secret, and discards the fetched files. The fetched bytes
 * are not changed in place, because another feed may read the same bytes.
 * @returns a message if a file cannot be searched; no file is left then
 */
export async function withoutSecrets<File extends SpooledFile>(
  { mapping }: Feed,
  files: readonly File[],
  { spool }: Services,
): Promise<readonly (File | SpooledFile)[] | string> {
  if (blankSecrets(mapping.format) === null) return files;
  const copies: SpooledFile[] = [];
  try {
    for (const file of files) {
      const copy = await spool.create();
      copies.push(copy);
      const blanker = blankSecrets(mapping.format);
      if (blanker !== null) await pipeline(spool.read(file.path), blanker, copy.stream);
    }
    return copies;
  } catch (error) {
    for (const copy of copies) await copy.discard();
    if (error instanceof SecretsError) return error.message;
    throw error;
  } finally {
    for (const file of files) await file.discard();
  }
}
