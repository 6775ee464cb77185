import { execFile } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Stage, Step } from './dockerfile.js';

const run = promisify(execFile);

/** What runs in an image has this user; who may not become it stays who they are. */
export const user =
  process.getuid?.() === 0
    ? { uid: 1000, gid: 1000 }
    : { uid: process.getuid?.() ?? 1000, gid: process.getgid?.() ?? 1000 };

/**
 * npm, from what it has kept of the packages of this checkout; what it has not, it fetches. Nothing is compiled: the one binary is
 * the checkout's.
 */
export const npmEnvironment = {
  ...process.env,
  npm_config_prefer_offline: 'true',
  npm_config_ignore_scripts: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
};

/** Gives installed packages the binary that was made when those of this checkout were. */
export async function giveBinary(modules: string): Promise<void> {
  const build = 'better-sqlite3/build/Release/better_sqlite3.node';
  await cp(join('node_modules', build), join(modules, build), { recursive: true });
}

/** Carries out what builds an image, each stage in an empty folder of its own below `folder`. @returns where each stage's files are */
export async function buildImage(stages: readonly Stage[], folder: string): Promise<Map<string, string>> {
  const roots = new Map<string, string>();
  for (const stage of stages) {
    const root = join(folder, stage.name);
    roots.set(stage.name, root);
    let workdir = root;
    for (const step of stage.steps) {
      if (step.instruction === 'WORKDIR') {
        workdir = join(root, step.text);
        await mkdir(workdir, { recursive: true });
      } else if (step.instruction === 'COPY') await copy(step, workdir, roots);
      else if (step.instruction === 'RUN') await carryOut(step.text, workdir);
    }
  }
  return roots;
}

async function copy(
  { flags, text }: Step,
  workdir: string,
  roots: ReadonlyMap<string, string>,
): Promise<void> {
  const paths = text.split(' ');
  const to = paths.pop() ?? '';
  const from = flags.from === undefined ? resolve('.') : (roots.get(flags.from) ?? '');
  for (const path of paths) {
    const target = to.endsWith('/') ? join(workdir, to, path.split('/').at(-1) ?? '') : join(workdir, to);
    await mkdir(dirname(target), { recursive: true });
    await cp(join(from, path), target, { recursive: true, verbatimSymlinks: true });
  }
}

async function carryOut(command: string, workdir: string): Promise<void> {
  const own = command.replaceAll('1000:1000', `${user.uid}:${user.gid}`);
  const options = { cwd: workdir, env: npmEnvironment, maxBuffer: 2 ** 24 };
  await run('sh', ['-ec', own], options).catch((error: unknown) => {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`RUN ${command} failed:\n${stdout}${stderr}`);
  });
  if (command === 'npm ci') await giveBinary(join(workdir, 'node_modules'));
}
