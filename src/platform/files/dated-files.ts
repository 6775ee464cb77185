import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A file name such as `feedsync-20261121T034000Z.db`. Names sort by time. @param ending with the dot */
export function datedName(prefix: string, at: number, ending: string): string {
  const time = new Date(at)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:]/g, '');
  return `${prefix}-${time}${ending}`;
}

/** Removes all but the newest `keep` dated files of a folder, and unfinished ones that an interrupted process left. */
export async function forgetDated(
  folder: string,
  prefix: string,
  ending: string,
  keep: number,
): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${prefix}-`)).sort();
  const whole = names.filter((name) => isDated(name, prefix, ending));
  const broken = names.filter(
    (name) => !whole.includes(name) && isDated(name.replace(/-unfinished.*$/, ''), prefix, ending),
  );
  for (const name of [...whole.slice(0, -keep), ...broken]) await rm(join(folder, name), { force: true });
}

function isDated(name: string, prefix: string, ending: string): boolean {
  return (
    name.startsWith(`${prefix}-`) &&
    name.endsWith(ending) &&
    /^\d{8}T\d{6}Z$/.test(name.slice(prefix.length + 1, name.length - ending.length))
  );
}
