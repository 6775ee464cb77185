import { describe, expect, it } from 'vitest';
import { calledAs, type Start } from '../../src/cli/called-as.js';

const packageRoot = '/home/ana/feedsync';

function commands(start: Partial<Start>, folder: string): string {
  const { feedsync, path } = calledAs({
    env: {},
    script: `${packageRoot}/dist/main.js`,
    cwd: folder,
    packageRoot: `${packageRoot}/`,
    ...start,
  });
  return `${feedsync} status --config ${path(`${folder}/data/demo/feedsync.yaml`)}`;
}

const byStart = (shell: string): Partial<Start> => ({
  env: { npm_command: 'start', npm_lifecycle_event: 'start', INIT_CWD: shell },
});
const byNpx = (shell: string): Partial<Start> => ({
  env: { npm_command: 'exec', npm_lifecycle_event: 'npx', INIT_CWD: shell },
  script: '/home/ana/.npm/_npx/1/node_modules/.bin/feedsync',
});

describe('the commands that are shown work in the shell that the program was started from', () => {
  it('npm start in the checkout, and in a folder below it', () => {
    expect(commands(byStart(packageRoot), packageRoot)).toBe(
      'npx feedsync status --config data/demo/feedsync.yaml',
    );
    expect(commands(byStart(`${packageRoot}/src`), packageRoot)).toBe(
      `npx feedsync status --config ${packageRoot}/data/demo/feedsync.yaml`,
    );
  });

  it('npm --prefix start from elsewhere', () => {
    expect(commands(byStart('/home/ana'), packageRoot)).toBe(
      'node feedsync/dist/main.js status --config feedsync/data/demo/feedsync.yaml',
    );
    expect(commands(byStart('/srv'), packageRoot)).toBe(
      `node ${packageRoot}/dist/main.js status --config ${packageRoot}/data/demo/feedsync.yaml`,
    );
  });

  it('npx in the checkout, and npx with its path from elsewhere', () => {
    expect(commands(byNpx(packageRoot), packageRoot)).toBe(
      'npx feedsync status --config data/demo/feedsync.yaml',
    );
    expect(commands(byNpx('/srv'), '/srv')).toBe(
      `node ${packageRoot}/dist/main.js status --config data/demo/feedsync.yaml`,
    );
  });

  it('the installed command, and its file', () => {
    const script = '/usr/local/bin/feedsync';
    expect(commands({ script }, '/srv')).toBe('feedsync status --config data/demo/feedsync.yaml');
    expect(commands({}, '/srv')).toBe(
      `node ${packageRoot}/dist/main.js status --config data/demo/feedsync.yaml`,
    );
  });

  it('paths with spaces stay one word', () => {
    expect(commands(byStart('/srv'), "/home/o'neil/my feeds")).toContain(
      `--config '/home/o'\\''neil/my feeds/data/demo/feedsync.yaml'`,
    );
  });
});
