import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Stage, Step } from './dockerfile.js';

const run = promisify(execFile);

/** What runs in an image has this user; who may not become it stays who they are. */
export const user =
  process.getuid?.() === 0
    ? { uid: 1000, gid: 1000 }
    : { uid: process.getuid?.() ?? 1000, gid: process.getgid?.() ?? 1000 };

/** npm, from what it has kept of the packages of this checkout; what it has not, it fetches. Nothing is compiled. */
export const npmEnvironment = {
  ...process.env,
  npm_config_prefer_offline: 'true',
  npm_config_ignore_scripts: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
};

/** What an older Node.js needs beside the installed package, compiled as in this checkout; a newer one may have compiled none. */
export async function giveOldSqlite(modules: string): Promise<void> {
  if (!existsSync('node_modules/better-sqlite3/build/Release/better_sqlite3.node')) return;
  for (const name of ['better-sqlite3', 'bindings', 'file-uri-to-path'])
    await cp(join('node_modules', name), join(modules, name), { recursive: true });
}

/** npm on another Node.js than that of the tests: which optional packages it installs depends on the version. */
export function npmOn(node: string): NodeJS.ProcessEnv {
  return { ...npmEnvironment, PATH: `${dirname(node)}:${process.env.PATH ?? ''}` };
}

/** The Node.js that the image is made from, from npm. @returns where its program lies, for every user to run */
export async function installNode24(folder: string): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`;
  await mkdir(folder);
  await run('npm', ['install', '--prefix', folder, `${name}@24.21.0`], { env: npmEnvironment });
  return join(folder, 'node_modules', name, 'bin', 'node');
}

/**
 * Carries out what builds an image, each stage in an empty folder of its own below `folder`.
 * @param node the Node.js of the image
 * @returns where each stage's files are
 */
export async function buildImage(
  stages: readonly Stage[],
  folder: string,
  node: string,
): Promise<Map<string, string>> {
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
      else if (step.instruction === 'RUN')
        await (step.text === 'npm ci' ? install(workdir, node) : carryOut(step.text, workdir, node));
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
    await copyAll(join(from, path), target);
  }
}

async function carryOut(command: string, workdir: string, node: string): Promise<void> {
  const own = command.replaceAll('1000:1000', `${user.uid}:${user.gid}`);
  const options = { cwd: workdir, env: npmOn(node), maxBuffer: 2 ** 24 };
  await run('sh', ['-ec', own], options).catch((error: unknown) => {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`RUN ${command} failed:\n${stdout}${stderr}`);
  });
}

/**
 * `npm ci`: that npm would carry it out with what the stage has is asked of npm; what it makes of those two files it has made in this
 * checkout already, compiled for this machine. Optional packages that this machine's Node.js lacks are added.
 */
async function install(workdir: string, node: string): Promise<void> {
  await carryOut('npm ci --dry-run', workdir, node);
  for (const name of ['package.json', 'npm-shrinkwrap.json'])
    if (!(await readFile(join(workdir, name))).equals(await readFile(name)))
      throw new Error(`${name} in the image is not that of this checkout, whose packages stand in for it.`);
  // Not as links: what npm writes there must not reach the checkout.
  await copyAll('node_modules', join(workdir, 'node_modules'));
  await carryOut('npm install --no-save', workdir, node);
}

/** By the system's own program: packages are many thousand files. */
async function copyAll(from: string, to: string): Promise<void> {
  const isFolder = (await stat(from)).isDirectory();
  await mkdir(isFolder ? to : dirname(to), { recursive: true });
  await run('cp', ['-RP', isFolder ? `${from}/.` : from, to]);
}
