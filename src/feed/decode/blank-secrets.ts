import { Transform } from 'node:stream';
import type { FeedFormat } from '../../model/feed-format.js';
import { JsonBlanker } from './blank-json.js';
import { XmlBlanker } from './blank-xml.js';
import { SecretsError, type SecretPath } from './blanker.js';

/**
 * A stream that overwrites the values of `format.secrets` with `x` and keeps the file's length; null for CSV, and if the format names no
 * secrets. It runs before a file is read or kept. So the kept file, which later readings use, has the same bytes and fingerprints as the
 * first reading. The stream fails with a SecretsError for a file that cannot be searched, such as one in UTF-16.
 */
export function blankSecrets(format: FeedFormat): Transform | null {
  const secrets = format.container === 'csv' ? [] : (format.secrets ?? []).map(secretPath);
  if (secrets.length === 0) return null;
  const blanker = format.container === 'xml' ? new XmlBlanker(secrets) : new JsonBlanker(secrets);
  let isFirst = true;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      try {
        if (isFirst && hasTwoByteCharacters(piece))
          throw new SecretsError(
            'it is in UTF-16, in which they are not looked for: ask the agency for UTF-8',
          );
        isFirst = false;
        done(null, Buffer.from(blanker.take(piece.toString('latin1')), 'latin1'));
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
    flush(done) {
      done(null, Buffer.from(blanker.end(), 'latin1'));
    },
  });
}

function secretPath(written: string): SecretPath {
  const steps = written.split('/');
  const last = steps.at(-1) ?? '';
  return last.startsWith('@')
    ? { steps: steps.slice(0, -1), attribute: last.slice(1) }
    : { steps, attribute: null };
}

function hasTwoByteCharacters(head: Buffer): boolean {
  const [first, second] = head;
  return (
    (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || first === 0 || second === 0
  );
}
