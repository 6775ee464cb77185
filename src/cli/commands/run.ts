import { InvalidArgumentError, Option, type Command } from 'commander';
import { openApp, type App } from '../../assemble.js';
import { storeFolder } from '../../assemble/paths.js';
import {
  firstAdministratorLink,
  startHealthServer,
  startServer,
  whyClosed,
  type ListenOptions,
} from '../../assemble/server.js';
import { roles, type Role } from '../../assemble/store-access.js';
import { listenAddress } from '../../config/fields.js';
import { checkFileSystem } from '../../inspect/checks/check-store.js';
import type { Clock } from '../../platform/clock.js';
import type { HttpServer } from '../../platform/http/http-server.js';
import { restartFile } from '../../platform/watchdog/last-restart.js';
import { startWatchdog } from '../../platform/watchdog/watchdog.js';
import type { Answer } from '../answer.js';
import type { Bind } from '../bind.js';
import { readConfig, type Context } from '../context.js';
import { CliError } from '../exit.js';
import { reloadOnChange } from './reload.js';
import { noteStop } from '../../sync/poll/feed-deaths.js';
import { waitForStop, type StopRequests } from '../stop.js';
import { count } from '../print/text.js';

/** How long running work may take to end after the first request to stop. */
const stopWithinMs = 9_000;
const noteWithinMs = 1_000;

export function addCommands(program: Command, bind: Bind): void {
  program
    .command('run')
    .summary('Run the daemon until SIGTERM or Ctrl+C')
    .description(
      `Run the daemon: poll feeds, push listings and read their outcomes on schedule, until SIGTERM or Ctrl+C. It also serves /console, /api/v1, /webhooks, /healthz, /readyz and /metrics on server.listen.

One daemon at a time works on a store in a file. On PostgreSQL several processes share the work; --role says what this one does. A changed configuration is applied while the daemon runs; SIGHUP applies it at once.`,
    )
    .addOption(
      new Option(
        '--role <role>',
        'Part of the work on PostgreSQL: worker runs jobs, server serves console, API and webhooks, all does both',
      )
        .choices(roles)
        .default('all'),
    )
    .option('--listen <address>', 'Serve at host:port instead of server.listen', addressOf)
    .option(
      '--restart-when-stuck',
      'Exit when the process is blocked or a job cannot be ended, for a supervisor to start it again (default: server.restart_when_stuck)',
    )
    .action(bind(run));
}

interface RunOptions {
  role: Role;
  listen?: ListenOptions['at'];
  restartWhenStuck?: true;
}

function addressOf(written: string): NonNullable<ListenOptions['at']> {
  const parsed = listenAddress.safeParse(written);
  if (parsed.success) return parsed.data;
  const why = parsed.error.issues.map(({ message }) => message).join('; ');
  throw new InvalidArgumentError(`It ${why}.`);
}

async function run(context: Context, _args: readonly string[], options: RunOptions): Promise<Answer> {
  // Listens from the beginning, since a start can take long.
  const stop = waitForStop(context.terminal);
  try {
    return await runUntil(stop, context, options);
  } finally {
    stop.forget();
  }
}

async function runUntil(
  stop: StopRequests,
  context: Context,
  { role, listen: at = null, restartWhenStuck }: RunOptions,
): Promise<Answer> {
  const loaded = await readConfig(context);
  const { config, stopped: broken } = loaded;
  const seams = await context.seams('info');
  if (role !== 'all' && config.store.kind !== 'postgres')
    throw new CliError(
      2,
      `--role ${role} needs a store on PostgreSQL: a store in a file has one daemon. Write store: postgres://… in the configuration, or leave --role out. Nothing was started.`,
    );
  const app = await openApp(config, seams, undefined, role);
  const { log } = app.services;
  for (const { name, problems } of app.stopped)
    log.error('feed cannot run', { feed: name, problem: problems.join('; ') });
  let stuckJob: string | null = null;
  const watchdog = startWatchdog({
    overdue: () => app.engine.overdue(),
    restartFile:
      (restartWhenStuck ?? config.server.restartWhenStuck) ? restartFile(config.dataDir, role) : null,
    onStuck: (job) => {
      stuckJob = job;
      log.error('a job cannot be ended and keeps its slot', { job });
    },
  });
  const server = await serve(app, role, { at, restartReason: watchdog.reason });
  for (const { message } of await checkFileSystem(storeFolder(config)))
    log.warn('store may be damaged', { problem: message });
  for (const { name, file } of broken) log.error('feed cannot run', { feed: name, file });
  const problem = role === 'worker' ? null : whyClosed(config, { at });
  if (problem !== null) log.warn('console and API are not served', { problem });
  const link = role === 'worker' || problem !== null ? null : await firstAdministratorLink(app, server);
  context.announce(`${greeting(app, server, context)}${firstLinkText(link)}`, {
    portal: config.portal.baseUrl,
    server: server.url,
    feeds: app.feeds.map((feed) => feed.name),
    stopped: app.stopped,
    ...(link !== null && { first_link: link }),
  });
  log.info('started', {
    server: server.url,
    feeds: app.feeds.length,
    stopped: app.stopped.length + broken.length,
  });

  app.engine.start();
  await app.engine.tick();
  const stopReloading = reloadOnChange(context, app, loaded, { ...seams, log });
  const restart = await Promise.race([stop.first.then(() => null), watchdog.restart]);
  stopReloading();
  log.info('stopping', restart === null ? {} : { reason: restart });
  if (app.isHeld !== null) await noteBriefly(noteStop(app.services, stuckJob), seams.clock);
  const how = await Promise.race([close(app, server), timeOut(seams.clock), stop.second]);
  // The log files are closed at this point.
  seams.log.info('stopped', { how });
  await watchdog.stop();
  if (restart !== null)
    throw new CliError(1, `${restart} The process ended to be started again; nothing is lost.`);
  if (how !== 'closed')
    throw new CliError(
      1,
      `Stopped before all work had ended (${how}). Nothing is lost; the next start continues from the store.`,
    );
  return { text: 'feedsync stopped; all work had ended.', json: null };
}

/** @throws AssemblyError, with nothing left open */
async function serve(app: App, role: Role, options: ListenOptions): Promise<HttpServer> {
  try {
    return await (role === 'worker' ? startHealthServer(app, options) : startServer(app, options));
  } catch (error) {
    await app.close();
    throw error;
  }
}

function greeting({ feeds, stopped, config }: App, { url }: HttpServer, { options }: Context): string {
  const broken = stopped.length === 0 ? '' : ` (${count(stopped.length, 'feed')} cannot run: see the log)`;
  return `feedsync keeps ${count(feeds.length, 'feed')}${broken} in step with ${config.portal.baseUrl}. See ${url} or \`feedsync status --config ${options.config}\`.`;
}

/** Never logged: the link signs its bearer in. */
function firstLinkText(link: string | null): string {
  return link === null
    ? ''
    : `\nNo one can sign in yet. This link creates the first administrator; it works once, for a day: ${link}`;
}

async function close(app: App, server: HttpServer): Promise<'closed'> {
  await server.close();
  await app.close();
  return 'closed';
}

/** Waits a limited time: a job that cannot be ended may block writes to the store. */
async function noteBriefly(note: Promise<void>, clock: Clock): Promise<void> {
  await Promise.race([note.catch(() => undefined), clock.sleep(noteWithinMs)]);
}

async function timeOut(clock: Clock): Promise<string> {
  await clock.sleep(stopWithinMs);
  return `after ${stopWithinMs / 1000} s`;
}
