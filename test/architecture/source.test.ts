import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const functionLinesMax = 70;
/** Files directly in a folder. Where all are of one kind, a command each, the number says nothing. */
const filesMax = 30;
const ofOneKind = ['src/cli/commands'];
const ofOneKindMax = 45;

async function sources(): Promise<{ path: string; text: string }[]> {
  const entries = await readdir('src', { recursive: true });
  const paths = entries.filter((path) => /\.tsx?$/.test(path)).map((path) => join('src', path));
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(path, 'utf8') })));
}

describe('the source', () => {
  it('knows no feed format: mappings are data', async () => {
    const formats = /estate.?sistem|<oglas|kyero|vrstanekretnine|vrstaponude|price_freq/i;
    // The demo is an agency: it writes such a feed, and says which mapping reads it.
    const others = (await sources()).filter(
      ({ path }) =>
        !path.startsWith(join('src', 'sandbox', 'demo')) && path !== join('src', 'assemble', 'demo.ts'),
    );
    expect(others.filter(({ text }) => formats.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('has no folder that holds more files than a reader takes in', async () => {
    const counts = new Map<string, number>();
    for (const { path } of await sources()) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    const full = [...counts].filter(
      ([folder, count]) => count > (ofOneKind.includes(folder) ? ofOneKindMax : filesMax),
    );
    expect(full).toEqual([]);
    expect(ofOneKind.filter((folder) => (counts.get(folder) ?? 0) <= filesMax)).toEqual([]);
  });

  it('has no function that is longer than a screen', async () => {
    const long = (await sources()).flatMap(({ path, text }) => longFunctions(path, text));
    expect(long).toEqual([]);
  });
});

function longFunctions(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const [from, to] = [node.getStart(file), node.getEnd()].map(
        (at) => file.getLineAndCharacterOfPosition(at).line,
      );
      const lines = (to ?? 0) - (from ?? 0) + 1;
      if (lines > functionLinesMax) found.push(`${path}:${(from ?? 0) + 1} ${lines} lines`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
