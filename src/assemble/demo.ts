import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApp, type App, type Seams } from '../assemble.js';
import { AssemblyError } from './error.js';
import { takeDemoFolder, type DemoFolder } from './demo-folder.js';
import { firstAdministratorLink, startServer } from './server.js';
import { diskDeps, loadConfig } from '../config/load.js';
import { formatProblem } from '../config/problems.js';
import { listen, type HttpServer } from '../platform/http/http-server.js';
import { createDemoAgency, type DemoAgency } from '../sandbox/demo/demo-agency.js';
import {
  createSandbox,
  type Sandbox,
  type SandboxOptions,
  type StaffListing,
  type StateFile,
} from '../sandbox/sandbox.js';
import { addAccount, invite } from '../server/access/invite.js';
import { invitationLink } from '../server/access/link.js';
import type { JobReport } from '../sync/job.js';
import { generateKeyPair } from '../wire/keys.js';
import { ownValue } from '../model/own-value.js';

const loopback = '127.0.0.1';

export interface RunningSandbox {
  sandbox: Sandbox;
  /** Base address of the API, version included. */
  baseUrl: string;
  close(): Promise<void>;
}

/** Serves the embedded portal on this machine. @param port 0 picks a free one */
export async function startSandbox(
  options: { port: number; settings?: Partial<SandboxOptions> & { stateFile?: StateFile } },
  seams: Pick<Seams, 'clock' | 'random'> & Partial<Pick<Seams, 'transport'>>,
): Promise<RunningSandbox> {
  const { clock, random, transport } = seams;
  const sandbox = createSandbox({ ...options.settings, clock, random, ...(transport && { transport }) });
  const server = await listen({
    port: options.port,
    host: loopback,
    handler: (request) => sandbox.fetch(request),
  });
  const stopping = new AbortController();
  const running = sandbox.time.run(stopping.signal);
  const close = async (): Promise<void> => {
    stopping.abort();
    await Promise.all([running, server.close()]);
  };
  return { sandbox, baseUrl: `${server.url}/v1`, close };
}

export interface Demo {
  app: App;
  sandbox: Sandbox;
  agency: DemoAgency;
  connectionId: string;
  /** For other commands. */
  configFile: string;
  /** Starts the daemon's schedule. Without it, `app.engine.tick` runs what is due. */
  start(): void;
  close(): Promise<void>;
}

/**
 * Runs the embedded portal, a sample agency whose feed changes every minute, and the daemon between them, in one process. The configuration
 * and the store are under `folder`, which is emptied first.
 * @param print gets one readable line per event
 * @throws DemoRunning where another process runs the demo in this folder
 */
export async function openDemo(folder: string, seams: Seams, print: (line: string) => void): Promise<Demo> {
  const taken = await takeDemoFolder(folder, seams.clock);
  try {
    return await openIn(taken, folder, seams, print);
  } catch (error) {
    await taken.leave();
    throw error;
  }
}

async function openIn(
  taken: DemoFolder,
  folder: string,
  seams: Seams,
  print: (line: string) => void,
): Promise<Demo> {
  const portal = await startSandbox({ port: 0 }, seams);
  const agency = createDemoAgency({ clock: seams.clock });
  const feed = await listen({ port: 0, host: loopback, handler: (request) => agency.fetch(request) });

  const keys = generateKeyPair(seams.random);
  const keyId = portal.sandbox.staff.registerKey(keys.publicKeyPem);
  const connectionId = portal.sandbox.staff.addConnection({ agency: { name: 'Primer nekretnine' } });
  const keyFile = join(folder, 'key.pem');
  await writeFile(keyFile, keys.privateKeyPem, { mode: 0o600 });
  const configFile = join(folder, 'feedsync.yaml');
  await writeConfig(configFile, {
    DEMO_PORTAL_URL: portal.baseUrl,
    DEMO_KEY_ID: keyId,
    DEMO_KEY_FILE: keyFile,
    DEMO_DATA_DIR: folder,
    DEMO_LISTEN: `${loopback}:8080`,
    DEMO_CONNECTION: connectionId,
    DEMO_FEED_URL: `${feed.url}/oglasi.xml`,
  });

  const visitor = createVisitor(() => portal.sandbox.staff.listings(connectionId), print);
  const app = await openFrom(configFile, seams, (report) => printReport(report, print, visitor));
  const server = await startServer(app, { orAnyPort: true });
  const { port } = app.config.server;
  const console = (await firstAdministratorLink(app, server)) ?? `${server.url}/console`;
  await taken.announce(console);
  const portTaken = server.port === port ? '' : ` (something else listens on port ${port})`;
  print(`console           ${console}${portTaken}`);
  print(`the agency’s own  ${await agencyLink(app, server, connectionId)}`);
  print(`portal (sandbox)  ${portal.baseUrl}`);
  print(`agency’s feed     ${feed.url}/oglasi.xml, ${agency.codes().length} ads, changes every minute`);
  print(`daemon            polls every 20 seconds; configuration and store in ${folder}`);
  return {
    app,
    sandbox: portal.sandbox,
    agency,
    connectionId,
    configFile,
    start: () => app.engine.start(),
    close: async () => {
      await closeAll(app, server, [feed, portal]);
      await taken.leave();
    },
  };
}

/** A link by which a visitor signs in as the agency does: it sees its own listings only. */
async function agencyLink(app: App, { url }: HttpServer, connectionId: string): Promise<string> {
  const wanted = {
    name: 'agencija@dunavski-dom.example',
    role: 'agency' as const,
    connections: [connectionId],
  };
  const added = await addAccount(wanted, 'demo', app.services);
  if (!added.ok) throw new AssemblyError('store', added.message);
  const { secret } = await invite(added.account, 'demo', app.services);
  return invitationLink(url, secret);
}

/**
 * Runs the demo in the working folder until the process is stopped.
 * @param called how the user calls other commands
 */
export async function startDemo(
  seams: Seams,
  print: (line: string) => void,
  called: { feedsync: string; path: (file: string) => string },
): Promise<Demo> {
  const demo = await openDemo(resolve('data/demo'), seams, print);
  const config = `--config ${called.path(demo.configFile)}`;
  print('');
  print('Look further, in another terminal:');
  print(`  ${called.feedsync} status ${config}`);
  print(`  ${called.feedsync} listings ${config}`);
  print(`  ${called.feedsync} explain ${demo.agency.codes()[0] ?? ''} ${config}`);
  print('Stop with Ctrl+C.');
  print('');
  demo.start();
  return demo;
}

async function openFrom(
  configFile: string,
  seams: Seams,
  onReport: (report: JobReport) => void,
): Promise<App> {
  const loaded = await loadConfig(configFile, diskDeps({}));
  if (!loaded.ok) throw new AssemblyError('store', loaded.problems.map(formatProblem).join('\n'));
  return openApp(loaded.config, seams, onReport);
}

/** Writes the demo's configuration with this run's addresses, so that every command can use it. */
async function writeConfig(to: string, values: Readonly<Record<string, string>>): Promise<void> {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
  const template = await readFile(join(root, 'config/demo/feedsync.yaml'), 'utf8');
  const text = template.replace(/\$\{(DEMO_[A-Z_]+)\}/g, (whole, name: string) => values[name] ?? whole);
  await writeFile(to, text.replace('\nfeeds:', `\nmappings: ${join(root, 'mappings')}\n\nfeeds:`));
}

async function closeAll(
  app: App,
  page: HttpServer,
  servers: readonly Pick<HttpServer, 'close'>[],
): Promise<void> {
  await page.close();
  await app.close();
  await Promise.all(servers.map((server) => server.close()));
}

function printReport(report: JobReport, print: (line: string) => void, look: () => void): void {
  if (report.kind === 'poll' && report.report.state !== 'unchanged') print(`poll   ${report.report.message}`);
  if (report.kind === 'push') print(`push   ${report.report.message}`);
  look();
}

/** More changes than this at once are reported as a number. */
const shownOneByOneMax = 5;

/** Reports the changes that a visitor of the portal sees. */
function createVisitor(listings: () => StaffListing[], print: (line: string) => void): () => void {
  let before = new Map<string, StaffListing>();
  return () => {
    const now = new Map(
      listings()
        .filter((l) => l.status === 'live')
        .map((l) => [l.externalId, l]),
    );
    const lines = [
      ...[...now.values()].flatMap((listing) => changeOf(before.get(listing.externalId), listing)),
      ...[...before.keys()].filter((id) => !now.has(id)).map((id) => `${id} is no longer on the portal`),
    ];
    if (lines.length > shownOneByOneMax) print(`live   ${now.size} listings are on the portal`);
    else for (const line of lines) print(`live   ${line}`);
    before = now;
  };
}

function changeOf(before: StaffListing | undefined, now: StaffListing): string[] {
  if (before === undefined) return [`${now.externalId} is on the portal: ${amountOf(now)}`];
  if (before.digest === now.digest) return [];
  const [was, is] = [amountOf(before), amountOf(now)];
  return [was === is ? `${now.externalId} changed` : `${now.externalId} changed: ${was} → ${is}`];
}

function amountOf({ payload }: StaffListing): string {
  const price: unknown = payload?.price ?? payload?.rent;
  if (typeof price !== 'object' || price === null) return '';
  return `${String(ownValue(price, 'amount'))} ${String(ownValue(price, 'currency'))}`;
}
