import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { attentionKinds } from '../../src/model/attention-kinds.js';
import { kinds } from '../../src/inspect/attention/kinds.js';

const folder = 'src/inspect/attention';

/** Each source with the names that it imports, by the file that they come from. */
const sources = new Map(
  await Promise.all(
    (await readdir('src', { recursive: true }))
      .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('console'))
      .map(async (path) => {
        const file = join('src', path);
        return [file, importsOf(file, await readFile(file, 'utf8'))] as const;
      }),
  ),
);

function importsOf(path: string, text: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  for (const statement of statements) {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
    const { moduleSpecifier: from } = statement;
    if (from === undefined || !ts.isStringLiteral(from) || !from.text.startsWith('.')) continue;
    const bindings = ts.isImportDeclaration(statement)
      ? statement.importClause?.namedBindings
      : statement.exportClause;
    const names =
      bindings !== undefined && (ts.isNamedImports(bindings) || ts.isNamedExports(bindings))
        ? bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
        : ['*'];
    const target = join(path, '..', from.text.replace(/\.js$/, '.ts'));
    found.set(target, [...(found.get(target) ?? []), ...names]);
  }
  return found;
}

/** Files that import this name of this file, or all of it. */
function usersOf(file: string, name: string): string[] {
  return [...sources]
    .filter(([, imports]) => imports.get(file)?.some((one) => one === name || one === '*') === true)
    .map(([path]) => path)
    .sort();
}
const inFolder = (name: string): string => join(folder, `${name}.ts`);

describe('what needs a person', () => {
  it('is found by finders that nothing but the one list calls', async () => {
    const list = await readFile(inFolder('finders'), 'utf8');
    const finders = [...list.matchAll(/find: (\w+)/g)].map(([, name = '']) => name);
    expect(finders.length).toBeGreaterThan(20);
    const imports = sources.get(inFolder('finders')) ?? new Map<string, string[]>();
    const homes = new Map(
      [...imports].flatMap(([file, names]) => names.map((name) => [name, file] as const)),
    );
    for (const finder of finders)
      expect([finder, usersOf(homes.get(finder) ?? '', finder)]).toEqual([finder, [inFolder('finders')]]);
  });

  it('is asked for by the four views alone', () => {
    const views = ['listed-items', 'notice-items', 'overview-items', 'tasks'].map(inFolder);
    expect(usersOf(inFolder('finders'), 'findAttention')).toEqual(views);
  });

  it('is shown by those who ask a view: commands, API, metrics, notices, the overview and agencies’ pages', () => {
    expect(usersOf(inFolder('listed-items'), 'attention')).toEqual(
      ['cli/commands/attention', 'server/alert-gauges', 'server/api/routes/overview-routes'].map(
        (path) => `src/${path}.ts`,
      ),
    );
    expect(usersOf(inFolder('notice-items'), 'noticeItems')).toEqual([
      'src/assemble/notices.ts',
      'src/cli/commands/close.ts',
    ]);
    expect(usersOf(inFolder('overview-items'), 'overviewItems')).toEqual(['src/inspect/situation.ts']);
    expect(usersOf(inFolder('tasks'), 'agencyTasks')).toEqual(['src/inspect/agency-home.ts']);
  });

  it('is made nowhere else, but of what no store has: the answers that a proposed mapping wants, and the holds of a dry run', () => {
    const makers = usersOf(inFolder('item'), 'itemOf').filter((path) => !path.startsWith(folder));
    expect(makers).toEqual(['src/cli/commands/init.ts', 'src/cli/commands/sync.ts']);
    expect(usersOf(inFolder('listed-items'), 'asListed')).toEqual(makers);
  });

  it('decides exit code 3 in one place', () => {
    expect(usersOf(inFolder('kinds'), 'needsOperator')).toEqual([inFolder('listed-items')]);
  });

  it('has a view for each kind', () => {
    const unseen = attentionKinds.filter((kind) => {
      const { isListed, overview, notice } = kinds[kind];
      return !isListed && overview === null && notice === null;
    });
    // An agency's tasks.
    expect(unseen).toEqual(['unknown_word', 'invalid']);
  });

  it('is known from facts that are read for it alone: a second list would have to read them as well', () => {
    const facts = [
      ['store/facts/failed-jobs', 'failedJobs', ['sync/settle-job']],
      ['store/facts/mapping-bases', 'refusedBases', []],
      ['store/facts/stopped-feeds', 'stoppedFeeds', []],
      ['store/facts/sign-in-origin', 'sharedSignIn', ['inspect/checks/check-sign-ins']],
    ] as const;
    for (const [file, name, others] of facts) {
      const users = usersOf(`src/${file}.ts`, name).filter((path) => !path.startsWith(folder));
      expect([name, users]).toEqual([name, others.map((path) => `src/${path}.ts`)]);
    }
  });
});
