import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** This release's mappings, next to the program. */
export const packageFolder = fileURLToPath(new URL('../../mappings', import.meta.url));

let known: ReadonlySet<string> | null = null;
let names: ReadonlySet<string> | null = null;

/** Whether this release ships a mapping of this name. */
export function isShippedName(name: string): boolean {
  names ??= new Set(shippedFiles().map((file) => file.replace(/\.yaml$/, '')));
  return names.has(name);
}

/** Whether this release ships exactly this text. Shipped mappings are tested with hostile records. */
export function isShippedMapping(text: string): boolean {
  known ??= readShipped();
  return known.has(hashOf(text));
}

function readShipped(): Set<string> {
  return new Set(shippedFiles().map((name) => hashOf(readFileSync(`${packageFolder}/${name}`, 'utf8'))));
}

export function isMappingFile(name: string): boolean {
  return name.endsWith('.yaml') && !name.endsWith('.cases.yaml');
}

/** The names of the shipped files. If their folder cannot be read, there are none: every mapping counts as not shipped. */
function shippedFiles(): string[] {
  try {
    return readdirSync(packageFolder).filter(isMappingFile);
  } catch {
    return [];
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
