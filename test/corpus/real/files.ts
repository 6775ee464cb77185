import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { hasShared, sharedDir } from '../../shared-dir.js';
import { portalCities, useAsAgency } from '../drive/agency.js';
import { commandLine } from '../drive/command-line.js';
import type { Tree } from '../drive/tree.js';
import { score, type Score } from '../judge/score.js';
import { layoutOfFile } from './listing.js';
import { readers } from './readers/index.js';

/** What `init` says of a real file. Its truth is not known, so nothing is judged. */
interface InitDocument {
  preset: string | null;
  format: { container: string; records: number };
  report: { readiness: { listings: number; ready: number; questions: { name: string }[] } };
}

const larger = 8_000_000;

/** What a real file led to: a score where its truth can be read, else what `init` says of it. */
export type RealResult = { score: Score } | { score: null; line: string };

/** The real feeds and cases that are at hand. @param names words of which a file's name must have one; none: all files */
export async function* realFiles(tree: Tree, names: readonly string[]): AsyncGenerator<RealResult> {
  if (!hasShared) return;
  const cities = await portalCities(tree);
  for (const folder of ['feeds', 'cases'])
    for (const path of await filesBelow(join(sharedDir, folder))) {
      const name = relative(sharedDir, path);
      if (names.length > 0 && !names.some((word) => name.includes(word))) continue;
      yield (
        (await judged(tree, { name, bytes: await readFile(path) }, cities)) ?? (await told(tree, name, path))
      );
    }
}

async function judged(
  tree: Tree,
  file: { name: string; bytes: Buffer },
  cities: ReadonlySet<string>,
): Promise<RealResult | null> {
  for (const reader of readers) {
    const read = reader.read(file.bytes, file.name);
    if (read === null) continue;
    const { layout, ads } = layoutOfFile(file, read, cities);
    return { score: score(layout, ads, await useAsAgency(tree, layout, ads)) };
  }
  return null;
}

async function told(tree: Tree, name: string, path: string): Promise<RealResult> {
  const { document, err } = await commandLine(tree, join(sharedDir, 'no-configuration.yaml'))('init', path);
  const words = document === null ? err.trim().slice(0, 140) : lineOf(document as unknown as InitDocument);
  return { score: null, line: `${name.padEnd(48)} ${words}` };
}

function lineOf({ preset, format, report }: InitDocument): string {
  const { listings, ready, questions } = report.readiness;
  const reader = preset ?? `built from ${format.container}`;
  return `${reader}: ${format.records} records, ${ready} of ${listings} ready, asks ${questions.map(({ name }) => name).join(' ') || 'nothing'}`;
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile() && /\.(xml|csv|json|blm|zip|xlsx|ods)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return files.filter((_, index) => (sizes[index] ?? 0) < larger);
}
