import { execFileSync } from 'node:child_process';
import * as nodeModule from 'node:module';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const source = pathToFileURL(resolve('src/platform/process/code-cache.ts')).href;

/** Where a process that was started from this file keeps its compiled code; empty: nowhere. */
function cacheOf(program: string, env: NodeJS.ProcessEnv = {}): string {
  const script = `
    import * as nodeModule from 'node:module';
    import { keepCompiledCode } from ${JSON.stringify(source)};
    keepCompiledCode(${JSON.stringify(pathToFileURL(program).href)});
    process.stdout.write(nodeModule.getCompileCacheDir?.() ?? '');`;
  return execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    encoding: 'utf8',
    env: { ...process.env, NODE_COMPILE_CACHE: undefined, FEEDSYNC_V8_TUNING: undefined, ...env },
  });
}

it('a built program keeps its compiled code beside itself, where Node.js can; sources keep none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'feedsync-code-'));
  for (const name of ['dist', 'src']) mkdirSync(join(folder, name));
  const kept = cacheOf(join(folder, 'dist', 'main.js'));
  const isAble = 'enableCompileCache' in nodeModule;
  expect(kept.startsWith(join(folder, 'dist', 'code-cache'))).toBe(isAble);
  expect(cacheOf(join(folder, 'src', 'main.ts'))).toBe('');
  expect(cacheOf(join(folder, 'dist', 'main.js'), { FEEDSYNC_V8_TUNING: 'off' })).toBe('');
});
