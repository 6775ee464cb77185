import { readFileSync } from 'node:fs';

/** Of this installation, as its package says. */
export function releaseVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
