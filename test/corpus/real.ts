import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { hasShared, sharedDir } from '../shared-dir.js';
import { commandLine } from './drive/command-line.js';
import type { Tree } from './drive/tree.js';

/** What `init` says of a real file. Its truth is not known, so nothing is judged. */
interface InitDocument {
  preset: string | null;
  format: { container: string; records: number };
  report: { readiness: { listings: number; ready: number; questions: { name: string }[] } };
}

const larger = 8_000_000;

/** One line for each real feed and case that is at hand: what reads it, how many listings are ready, and what is asked. */
export async function* realFiles(tree: Tree): AsyncGenerator<string> {
  if (!hasShared) return;
  const run = commandLine(tree, join(sharedDir, 'no-configuration.yaml'));
  for (const folder of ['feeds', 'cases'])
    for (const file of await filesBelow(join(sharedDir, folder))) {
      const { document, err } = await run('init', file);
      yield `${relative(sharedDir, file).padEnd(52)} ${document === null ? err.trim().slice(0, 140) : lineOf(document as unknown as InitDocument)}`;
    }
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
