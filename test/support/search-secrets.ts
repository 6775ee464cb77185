import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findingsVariable } from './secrets.js';

/** Around the whole run: what was found of secrets in logs, pages, stores, exports and errors fails it at its end. */
export default function searchSecretsOfRun(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'feedsync-secrets-'));
  const file = join(folder, 'found');
  writeFileSync(file, '');
  process.env[findingsVariable] = file;
  return () => {
    const found = readFileSync(file, 'utf8');
    rmSync(folder, { recursive: true });
    if (found === '') return;
    // An error of its own would only be printed.
    process.exitCode = 1;
    throw new Error(`Secrets were written down during the run:\n${found}`);
  };
}
