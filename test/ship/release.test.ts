import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProcessWorld } from '../support/real-process.js';
import { stagesOf, wordsOf, type Stage } from './dockerfile.js';
import { buildImage, giveOldSqlite, installNode24, npmEnvironment, npmOn, user } from './image.js';

const run = promisify(execFile);
const stages = stagesOf(await readFile('Dockerfile', 'utf8'));
const last = stages.at(-1)!;

let folder: string;
let app: string;
let built: string;
/** What the image runs on; the tests themselves may run on an older one. */
let node24: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feedsync-release-'));
  await chmod(folder, 0o755);
  node24 = await installNode24(join(folder, 'node24'));
  const roots = await buildImage(stages, folder, node24);
  built = join(roots.get('build') ?? '', 'app');
  app = join(roots.get(last.name) ?? '', 'app');
}, 240_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A started program and all that it said. */
interface Started {
  process: ChildProcess;
  said: () => string;
  says: (what: string) => Promise<void>;
  ended: Promise<number | null>;
}

function start(command: string, argv: readonly string[], cwd: string, asUser: object = {}): Started {
  // Nothing outside the one folder is there to be written to.
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', TMPDIR: '/nonexistent' };
  const started = spawn(command, argv, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], ...asUser });
  let said = '';
  const ended = new Promise<number | null>((settle) => started.once('close', settle));
  const says = (what: string): Promise<void> =>
    new Promise((settle, fail) => {
      const look = (): void => (said.includes(what) ? settle() : undefined);
      for (const stream of [started.stdout, started.stderr]) stream.on('data', look);
      void ended.then(() => fail(new Error(`it ended without saying "${what}":\n${said}`)));
      look();
    });
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return { process: started, said: () => said, says, ended };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** What the image runs, with a port that is free here. */
function commandOf(stage: Stage, instruction: string, port: number): string[] {
  return wordsOf(stage, instruction).map((word) => word.replace('8080', String(port)));
}

async function isHealthy(port: number): Promise<boolean> {
  const [, ...check] = commandOf(last, 'HEALTHCHECK', port);
  return run(node24, check).then(
    () => true,
    () => false,
  );
}

describe('the image', () => {
  let world: ProcessWorld;
  let port: number;
  let daemon: Started | null = null;
  beforeAll(async () => {
    world = await ProcessWorld.create();
    port = await freePort();
    const key = join(world.folder, 'key.pem');
    await chmod(world.folder, 0o755);
    await chown(key, user.uid, user.gid);
    const { portal } = JSON.parse(await readFile(join(world.folder, 'feedsync.json'), 'utf8')) as {
      portal: object;
    };
    await world.configure({
      portal: { ...portal, private_key_file: key },
      store: 'sqlite:./data/feedsync.db',
      mappings: './mappings',
    });
  });
  afterAll(async () => {
    daemon?.process.kill('SIGKILL');
    await world.close();
  });

  /** As the first process of all, where this machine lets a test make such a one. */
  const canBeFirst = user.uid === 1000 && spawnSync('unshare', ['--pid', '--fork', 'true']).status === 0;

  function startImage(): Started {
    const [, ...entry] = wordsOf(last, 'ENTRYPOINT');
    const argv = [...entry, ...commandOf(last, 'CMD', port), '--config', join(world.folder, 'feedsync.json')];
    if (!canBeFirst) return start(node24, argv, app, process.getuid?.() === 0 ? user : {});
    const become = ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
    return start('unshare', ['--pid', '--fork', '--kill-child', ...become, node24, ...argv], app);
  }

  /** As `docker stop` does: to the first process itself. */
  async function stop({ process: started, ended }: Started): Promise<number | null> {
    const { pid = 0 } = started;
    const first = canBeFirst ? Number(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')) : pid;
    process.kill(first, 'SIGTERM');
    return ended;
  }

  it('is Node.js 24 without root and without what compiles', async () => {
    for (const { image } of stages) expect(image).toMatch(/^node:24\.\S+-slim@/);
    expect(last.steps.find(({ instruction }) => instruction === 'USER')?.text).toBe('1000:1000');
    const modules = await readdir(join(app, 'node_modules'));
    expect(modules).toContain('better-sqlite3-13');
    for (const tool of ['better-sqlite3', 'typescript', 'vite', 'vitest', 'eslint'])
      expect(modules).not.toContain(tool);
    await run(node24, ['--eval', 'require("graphile-worker")'], { cwd: app });
    expect((await readdir(app)).sort()).toEqual([
      'config',
      'data',
      'dist',
      'mappings',
      'node_modules',
      'package.json',
    ]);
  });

  it('publishes, is healthy, writes below data alone, and ends at SIGTERM; without its address it serves no page', async () => {
    daemon = startImage();
    await daemon.says('feedsync keeps 1 feed in step');
    expect(daemon.said()).toContain('Write server: { public_url: https://feedsync.example }');
    expect(daemon.said()).not.toContain('/console/invitation');
    expect(await isHealthy(port)).toBe(true);
    const at = `http://127.0.0.1:${port}`;
    const json = { 'content-type': 'application/json' };
    expect((await fetch(`${at}/metrics`)).status).toBe(200);
    expect((await fetch(`${at}/webhooks`, { method: 'POST', body: '{}', headers: json })).status).toBe(401);
    for (const path of ['/', '/console', '/listings', '/api/v1/overview']) {
      const reply = await fetch(at + path);
      expect([path, reply.status, await reply.text()]).toEqual([
        path,
        503,
        expect.stringContaining('server: { public_url: https://feedsync.example }'),
      ]);
    }
    await daemon.says('poll ended');
    expect(await stop(daemon)).toBe(0);
    expect(await isHealthy(port)).toBe(false);
  });

  it('serves the console where it knows its address', async () => {
    await world.configure({ server: { public_url: `http://127.0.0.1:${port}` } });
    daemon = startImage();
    await daemon.says('/console/invitation');
    await expectConsole(`http://127.0.0.1:${port}`);
    expect(await stop(daemon)).toBe(0);
  });
});

async function expectConsole(at: string): Promise<void> {
  const page = await (await fetch(`${at}/console`)).text();
  const [, script = ''] = /src="(\/console\/assets\/[^"]+\.js)"/.exec(page) ?? [];
  const reply = await fetch(at + script);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('javascript'),
  ]);
}

describe('the package', () => {
  let files: string[];
  let tarball: string;
  beforeAll(async () => {
    const { files: parts } = JSON.parse(await readFile('package.json', 'utf8')) as { files: string[] };
    for (const part of ['README.md', ...parts.filter((name) => !/^!|^dist$/.test(name))])
      await cp(part, join(built, part), { recursive: true });
    const { stdout } = await run('npm', ['pack', '--json'], { cwd: built, env: npmEnvironment });
    const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
    files = packed?.files.map(({ path }) => path).sort() ?? [];
    tarball = join(built, packed?.filename ?? '');
  });

  it('depends on what is not in its files alone, each at the version that was tested', async () => {
    const own = JSON.parse(await readFile('package.json', 'utf8')) as {
      dependencies: Record<string, string>;
      optionalDependencies: Record<string, string>;
    };
    const program = await Promise.all(
      files
        .filter((path) => /^dist\/(app\/)?[^/]+\.js$/.test(path))
        .map((path) => readFile(join(built, path), 'utf8')),
    );
    for (const name of Object.keys({ ...own.dependencies, ...own.optionalDependencies }))
      expect([
        name,
        program.some((text) => text.includes(`"${name}"`) || text.includes(`\`${name}\``)),
      ]).toEqual([name, true]);
    const { packages } = JSON.parse(await readFile('npm-shrinkwrap.json', 'utf8')) as {
      packages: Record<string, { dev?: boolean; devOptional?: boolean; hasInstallScript?: boolean }>;
    };
    const shipped = Object.entries(packages).filter(
      ([, { dev, devOptional }]) => dev !== true && devOptional !== true,
    );
    expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript === true)).toEqual([]);
  });

  it('holds the program, the console, mappings, examples and pages, and nothing else', async () => {
    const isConsole = (path: string): boolean => path.startsWith('dist/console/');
    const isChunk = (path: string): boolean => /^dist\/app\/[\w-]+-[\w-]{8}\.js$/.test(path);
    const program = files.filter((path) => path.startsWith('dist/') && !isConsole(path));
    expect(program.filter((path) => !isChunk(path))).toEqual([
      'dist/app/feed/read-thread.js',
      'dist/app/platform/watchdog-thread.js',
      'dist/app/sync/map-thread.js',
      'dist/main.js',
    ]);
    expect(program.filter(isChunk)).toEqual(
      await chunksReached([
        'main.js',
        'app/feed/read-thread.js',
        'app/platform/watchdog-thread.js',
        'app/sync/map-thread.js',
      ]),
    );
    const kinds = files.filter(isConsole).map((path) => path.replace(/-[\w-]{8}(?=\.\w+$)/, ''));
    expect(kinds).toEqual(
      expect.arrayContaining(['dist/console/index.html', 'dist/console/assets/index.js']),
    );
    const rest = files.filter((path) => !path.startsWith('dist/') && !/^mappings\/[\w.-]+\.yaml$/.test(path));
    expect(rest).toEqual([
      'CHANGELOG.md',
      'README.md',
      'config/CAPACITY.md',
      'config/COMMANDS.md',
      'config/DATA.md',
      'config/OPERATING.md',
      'config/REFERENCE.md',
      'config/RUNBOOK.md',
      'config/SECURITY.md',
      'config/TUTORIAL.md',
      'config/alerts.yaml',
      'config/compose.yaml',
      'config/dashboards/feedsync.json',
      'config/demo/feedsync.yaml',
      'config/feedsync.service',
      'config/feedsync.yaml',
      'mappings/README.md',
      'npm-shrinkwrap.json',
      'package.json',
    ]);
  });

  it('installs into an empty folder and runs there on either Node.js, with portal, console and mappings', async () => {
    const prefix = join(folder, 'prefix');
    await mkdir(prefix);
    await cp(tarball, join(prefix, 'feedsync.tgz'));
    await writeFile(
      join(prefix, 'package.json'),
      JSON.stringify({ dependencies: { feedsync: 'file:feedsync.tgz' } }),
    );
    await writeFile(join(prefix, 'package-lock.json'), JSON.stringify(await lockOf(tarball)));
    await run('npm', ['ci'], { cwd: prefix, env: npmOn(node24) });
    await giveOldSqlite(join(prefix, 'node_modules'));

    await Promise.all(
      [...new Set([process.execPath, node24])].map((node, index) => runsDemo(node, prefix, index)),
    );
  });
});

/** The installed command publishes the demo's listings and serves the console, on this Node.js, in a folder of its own. */
async function runsDemo(node: string, prefix: string, index: number): Promise<void> {
  const cwd = join(prefix, `demo-${index}`);
  await mkdir(cwd);
  const demo = start(node, [join(prefix, 'node_modules/.bin/feedsync'), 'demo'], cwd);
  try {
    await demo.says('listings are on the portal');
    const [, at = ''] = /console +(http:\/\/[\d.:]+)\/console/.exec(demo.said()) ?? [];
    await expectConsole(at);
  } finally {
    demo.process.kill('SIGTERM');
  }
  expect(await demo.ended).toBe(0);
}

/** The packages of this checkout, as those that the tarball is installed with: what npm has kept is enough then. */
async function lockOf(tarball: string): Promise<object> {
  const own = JSON.parse(await readFile('npm-shrinkwrap.json', 'utf8')) as {
    lockfileVersion: number;
    packages: Record<
      string,
      { dev?: boolean; dependencies?: object; optionalDependencies?: object; bin?: object }
    >;
  };
  const { '': self, ...others } = own.packages;
  const digest = createHash('sha512')
    .update(await readFile(tarball))
    .digest('base64');
  return {
    lockfileVersion: own.lockfileVersion,
    requires: true,
    packages: {
      '': { dependencies: { feedsync: 'file:feedsync.tgz' } },
      'node_modules/feedsync': {
        version: '0.1.0',
        resolved: 'file:feedsync.tgz',
        integrity: `sha512-${digest}`,
        dependencies: self?.dependencies,
        optionalDependencies: self?.optionalDependencies,
        bin: self?.bin,
      },
      ...Object.fromEntries(Object.entries(others).filter(([, { dev }]) => dev !== true)),
    },
  };
}

/** Every chunk that some files of the program load, by their names in the package. */
async function chunksReached(entries: readonly string[]): Promise<string[]> {
  const reached = new Set<string>();
  const left = [...entries];
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    const text = await readFile(join(built, 'dist', file), 'utf8');
    for (const [, name] of text.matchAll(/[`"](?:\.{1,2}\/)+(?:app\/)?([\w-]+-[\w-]{8}\.js)[`"]/g))
      if (name !== undefined && !reached.has(name)) {
        reached.add(name);
        left.push(join('app', name));
      }
  }
  return [...reached].map((name) => `dist/app/${name}`).sort();
}
