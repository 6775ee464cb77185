import { codeOf } from '../platform/code-of.js';
import { fileURLToPath } from 'node:url';
import type { App } from '../assemble.js';
import { AssemblyError } from './error.js';
import { openAttemptKey } from './attempt-key.js';
import { tryOnLastFile } from './inspect.js';
import { shownMoves, tryUpgrade } from './mapping-upgrade.js';
import { previewFeed } from './preview-rules.js';
import { feedOf, readableFeed } from './readable-feed.js';
import { mappingEditor } from '../onboard/mapping-editor.js';
import { contactText } from '../texts/contact-words.js';
import { withoutFolders } from '../effective/mapping-files.js';
import { readMapping } from '../effective/mappings.js';
import { isLoopback } from '../config/fields.js';
import { shownSettings } from '../config/redacted.js';
import type { Config, ServerConfig } from '../config/schema.js';
import { readFeedTrial } from '../config/feed-trial.js';
import type { Trial } from '../inspect/mapping-trial/try-mapping.js';
import type { HttpServer } from '../platform/http/http-server.js';
import { firstLink } from '../server/access/invite.js';
import { invitationLink } from '../server/access/link.js';
import { forgetTrustedOrigin } from '../server/access/sign-in-origin.js';
import type { ServerDeps, ShownUpgrade } from '../server/deps.js';
import type { FeedRecord } from '../model/feed.js';

/** The path works from the build and from the sources. */
const consoleFolder = fileURLToPath(new URL('../../dist/console', import.meta.url));

/** Where to listen. */
export interface ListenOptions {
  /** Overrides `server.listen`. */
  at?: Pick<ServerConfig, 'host' | 'port'> | null;
  /** If the port is in use, any free one is taken. */
  orAnyPort?: boolean;
  /** Returns why the process needs a restart; omitted: it never does. */
  restartReason?: () => string | null;
}

/**
 * Serves health, metrics, webhooks, API and console of a running daemon.
 * @throws AssemblyError if the address cannot be used
 */
export async function startServer(app: App, options: ListenOptions = {}): Promise<HttpServer> {
  const { config, services, metrics } = app;
  await forgetTrustedOrigin(services, config.server.trustedProxies);
  const { createServer } = await import('../server/server.js');
  const { fetch: handler } = createServer({
    services,
    running: () => app.services,
    metrics,
    webhookSecrets: () => app.webhookSecrets,
    timezone: config.timezone,
    contact: contactText(config.partner),
    ...reached(config),
    attemptKey: await openAttemptKey(config, services.random),
    closed: whyClosed(config, options),
    consoleFolder,
    problemOf: (name) => app.stopped.find((feed) => feed.name === name)?.problems.join('; ') ?? null,
    idPrefixOf: (name) => feedOf(app.settled, name)?.idPrefix ?? '',
    readable: (name) => readableFeed(app.settled, name, services),
    tryFeed: (row, trial, listingsMax) => tryFeed(app, row, trial, listingsMax),
    tryUpgrade: (row) => upgradeOf(app, row),
    previewFeed: (row) => previewFeed(row, app.settled, services.store, services.clock.now()),
    mappings: mappingEditor(app),
    settings: () => shownSettings(app.settled),
    changes: app.changes,
    wake: () => void app.engine.tick(),
    isLockHeld: app.isHeld,
    restartReason: options.restartReason ?? (() => null),
  });
  return listenAt(config, handler, options);
}

/** Serves only health and metrics, for a process that runs jobs. Several of them may run on one machine. */
export async function startHealthServer(app: App, options: ListenOptions = {}): Promise<HttpServer> {
  const { createHealthServer } = await import('../server/server.js');
  const { fetch: handler } = createHealthServer({
    ...{ services: app.services, running: () => app.services, metrics: app.metrics },
    isLockHeld: app.isHeld,
    restartReason: options.restartReason ?? (() => null),
    ...reached(app.config),
  });
  return listenAt(app.config, handler, { ...options, orAnyPort: true });
}

/** Other machines get pages only under the operator's public address, because links and sessions are bound to it. @returns a message; null if pages are served */
export function whyClosed({ server }: Config, { at = null }: ListenOptions = {}): string | null {
  const { host } = at ?? server;
  if (isLoopback(host) || server.publicUrl !== null) return null;
  return `Console and API are not served: other machines can reach ${host}, and the configuration does not say which address users type. Write server: { public_url: https://feedsync.example } with that address (http://127.0.0.1:8080 if only this machine uses it), and start again. Health, metrics and webhooks are still served.`;
}

async function listenAt(
  config: Config,
  handler: (request: Request) => Promise<Response>,
  options: ListenOptions,
): Promise<HttpServer> {
  const { host, port } = options.at ?? config.server;
  // Loaded where it is needed, as all of the server is: other commands start faster without it.
  const { listen } = await import('../platform/http/http-server.js');
  try {
    return await listen({ host, port, handler });
  } catch (error) {
    if (options.orAnyPort === true && codeOf(error) === 'EADDRINUSE')
      return listen({ host, port: 0, handler });
    throw new AssemblyError('listen', whyNot(`${host}:${port}`, codeOf(error)));
  }
}

/** The link for the first administrator; null once an administrator has a password. Each start makes a new link. */
export async function firstAdministratorLink(app: App, { url }: HttpServer): Promise<string | null> {
  const first = await firstLink(app.services);
  return first === null ? null : invitationLink(app.config.server.publicUrl ?? url, first.secret);
}

/** Tries words and answers on top of the feed’s own on its last file. @returns a message if that is not possible */
async function tryFeed(
  { settled: config, services }: App,
  row: FeedRecord,
  raw: Record<string, unknown>,
  listingsMax: number,
): Promise<Trial | string> {
  const feed = feedOf(config, row.name);
  if (feed?.connectionId !== row.connectionId)
    return `The feed ${row.name} is no longer in the configuration, so there is nothing to try.`;
  const { text, ...parts } = raw as { text?: string };
  const trial = readFeedTrial(parts, feed);
  if (typeof trial === 'string') return `This cannot be tried. ${trial}`;
  const tried = { ...feed, ...trial, ...(text !== undefined && { mappingText: text }) };
  const kept = await services.store.mappings.ofFeed(row.id);
  const loaded = await readMapping(config, tried, kept, {
    guard: services.guard,
    state: text === undefined ? 'stored' : 'new',
    row,
  });
  if (!loaded.ok) return `This cannot be tried. ${withoutFolders(loaded.problems.join('; '), loaded.files)}`;
  return tryOnLastFile(row, tried, loaded, {
    config,
    store: services.store,
    seams: services,
    listingsMax,
  });
}

/** What the present versions of a feed's presets would change. @returns a message if the feed cannot be moved */
async function upgradeOf(
  { settled: config, services }: App,
  row: FeedRecord,
): Promise<ShownUpgrade | string> {
  const feed = feedOf(config, row.name);
  if (feed?.connectionId !== row.connectionId)
    return `The feed ${row.name} is no longer in the configuration, so that it stays on its mapping.`;
  const found = await tryUpgrade(row, feed, { config, store: services.store, seams: services });
  if ('problems' in found)
    return `The newest version cannot be used for feed ${row.name}; the feed stays as it is. ${found.problems.join('; ')}`;
  const { moves, trial } = found;
  return {
    moves: moves.map(({ name, version, offered }) => {
      return { mapping: name, from: version, to: offered?.version ?? null };
    }),
    shown: shownMoves(moves),
    trial,
  };
}

/** The names and proxies by which the server is reached, and who sees feed names in metrics. */
function reached(config: Config): Pick<ServerDeps, 'hosts' | 'publicUrl' | 'trustedProxies' | 'monitors'> {
  const { publicUrl, trustedProxies, monitors } = config.server;
  return { hosts: hostsOf(config), publicUrl, trustedProxies, monitors };
}

function hostsOf({ server }: Config): string[] {
  const own = ['localhost', '127.0.0.1', '[::1]', server.host];
  return server.publicUrl === null ? own : [...own, new URL(server.publicUrl).hostname];
}

function whyNot(address: string, code: string): string {
  const why =
    code === 'EADDRINUSE'
      ? 'another program listens there'
      : code === 'EACCES'
        ? 'this user is not allowed to listen there'
        : `that is not an address of this machine (${code})`;
  return `Console, metrics and webhooks cannot be served at ${address}: ${why}. Write another server.listen, such as 127.0.0.1:8081; port 0 picks a free one. Nothing was started.`;
}
