import { pipeline } from 'node:stream/promises';
import { blankSecrets } from '../../feed/decode/blank-secrets.js';
import { SecretsError } from '../../feed/decode/blanker.js';
import type { SpooledFile } from '../../platform/files/spool.js';
import type { Feed, Services } from '../services/services.js';

/**
 * The files of a fetch as they may be kept: without what the mapping calls secret, in copies of their own, since another feed may
 * read the same bytes. The given ones are discarded where copies took their place.
 * @returns a sentence where a file cannot be searched; nothing is left of it then
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
