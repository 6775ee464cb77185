import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openSqlite } from '../../src/platform/files/sqlite.js';
import { portalKeyPem } from './first-life.js';
import type { MappingFolder } from './mapped.js';
import { releaseFolder } from './release.js';

/** Kept deployments: `contents` has the mappings of the first one. */
export type KeptDeployment = 'deployment' | 'contents';
const deploymentFolder = join(releaseFolder, 'deployment');
/** What a process leaves behind that is no part of a deployment, and the key, which is made again. */
const left = /\.lock$|\.pem$|-wal$|-shm$/;

/** Keeps a value, or all that one folder holds, among what the release wrote. */
export async function keepValue(name: string, value: unknown): Promise<void> {
  await writeFile(join(releaseFolder, `${name}.json.gz`), gzipSync(JSON.stringify(value), { level: 9 }));
}

export async function keptValue<T>(name: string): Promise<T> {
  const bytes = await readFile(join(releaseFolder, `${name}.json.gz`));
  return JSON.parse(gunzipSync(bytes).toString()) as T;
}

/** Each file by itself, packed; databases without what was deleted from them. */
export async function keepDeployment(folder: string, name: KeptDeployment = 'deployment'): Promise<void> {
  await rm(join(releaseFolder, name), { recursive: true, force: true });
  for (const file of await filesIn(folder)) {
    if (left.test(file) || (name !== 'deployment' && /^(mappings|data\/logs)\//.test(file))) continue;
    const path = join(folder, file);
    if (file.endsWith('.db')) compact(path);
    const to = join(releaseFolder, name, `${file}.gz`);
    await mkdir(dirname(to), { recursive: true });
    await writeFile(to, gzipSync(await readFile(path), { level: 9 }));
  }
}

function compact(path: string): void {
  const raw = openSqlite(path);
  raw.pragma('journal_mode = delete');
  raw.exec('vacuum');
  raw.close();
}

/** Puts the kept deployment into a folder, as the release left it. */
export async function restoreDeployment(folder: string, name: KeptDeployment = 'deployment'): Promise<void> {
  const from = join(releaseFolder, name);
  for (const file of await filesIn(from)) await restore(join(from, file), join(folder, file));
  const mappings = join(deploymentFolder, 'mappings');
  if (name !== 'deployment')
    for (const file of await filesIn(mappings))
      await restore(join(mappings, file), join(folder, 'mappings', file));
  await writeFile(join(folder, 'portal.pem'), portalKeyPem(), { mode: 0o600 });
}

async function restore(packed: string, file: string): Promise<void> {
  const to = file.replace(/\.gz$/, '');
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await writeFile(to, gunzipSync(await readFile(packed)), { mode: 0o600 });
}

/** The mappings that the release shipped and those of the deployment’s operator, with the cases beside them. */
export async function keptMappings(): Promise<MappingFolder> {
  const folder = join(deploymentFolder, 'mappings');
  const texts = await Promise.all(
    (await filesIn(folder)).map(async (file): Promise<[string, string]> => [
      file.replace('.yaml.gz', ''),
      gunzipSync(await readFile(join(folder, file))).toString(),
    ]),
  );
  const isCases = ([name]: [string, string]): boolean => name.endsWith('.cases');
  return {
    mappings: Object.fromEntries(texts.filter((one) => !isCases(one))),
    cases: Object.fromEntries(
      texts.filter(isCases).map(([name, text]) => [name.replace('.cases', ''), text]),
    ),
  };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}
