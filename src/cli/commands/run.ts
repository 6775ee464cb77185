import { InvalidArgumentError, Option, type Command } from 'commander';
import { openApp, storeFolder, type App } from '../../assemble.js';
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

/** What is under way has so long to end after the first request to stop. */
const stopWithinMs = 9_000;
const noteWithinMs = 1_000;

export function addRunCommands(program: Command, bind: Bind): void {
  program
    .command('run')
    .description('the daemon: polls, pushes and reads outcomes on schedule, until SIGTERM')
    .addOption(
      new Option(
        '--role <role>',
        'on PostgreSQL, where several processes share the work: worker does jobs, server serves pages, API and webhooks, all does both',
      )
        .choices(roles)
        .default('all'),
    )
    .option('--listen <address>', 'serve at host:port, whatever server.listen says', addressOf)
    .option('--restart-when-stuck', 'whatever server.restart_when_stuck says')
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
  // Listened for from the beginning: a start may take a while.
  const asked = waitForStop(context.terminal);
  try {
    return await runUntil(asked, context, options);
  } finally {
    asked.forget();
  }
}

async function runUntil(
  asked: StopRequests,
  context: Context,
  { role, listen: at = null, restartWhenStuck }: RunOptions,
): Promise<Answer> {
  const loaded = await readConfig(context);
  const { config, stopped: broken } = loaded;
  const seams = context.seams('info');
  if (role !== 'all' && config.store.kind !== 'postgres')
    throw new CliError(
      2,
      `--role ${role} is for several processes on one store, and a store in a file has one daemon. Write store: postgres://… for all of them, or leave --role out. Nothing was started.`,
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
  // A link that leads nowhere is none.
  const link = role === 'worker' || problem !== null ? null : await firstAdministratorLink(app, server);
  context.announce(`${greeting(app, server, context)}${firstText(link)}`, {
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
  const restart = await Promise.race([asked.first.then(() => null), watchdog.restart]);
  stopReloading();
  log.info('stopping', restart === null ? {} : { reason: restart });
  if (app.isHeld !== null) await noted(noteStop(app.services, stuckJob), seams.clock);
  const how = await Promise.race([closed(app, server), tooLate(seams.clock), asked.second]);
  // The log files are closed by now.
  seams.log.info('stopped', { how });
  await watchdog.stop();
  if (restart !== null)
    throw new CliError(1, `${restart} It ended, so that it is started again; nothing is lost.`);
  if (how !== 'closed')
    throw new CliError(
      1,
      `Stopped before everything under way had ended (${how}). Nothing is lost: the next start goes on from what is stored.`,
    );
  return { text: 'feedsync stopped; everything under way had ended.', json: null };
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
  const trouble = stopped.length === 0 ? '' : ` (${count(stopped.length, 'feed')} cannot run: see the log)`;
  return `feedsync keeps ${count(feeds.length, 'feed')}${trouble} in step with ${config.portal.baseUrl}; ${url} and \`feedsync status --config ${options.config}\` show how it goes.`;
}

/** Never in the log: whoever has it comes in. */
function firstText(link: string | null): string {
  return link === null
    ? ''
    : `\nNobody can sign in yet. The first administrator does by this link, once, within a day: ${link}`;
}

async function closed(app: App, server: HttpServer): Promise<'closed'> {
  await server.close();
  await app.close();
  return 'closed';
}

/** A job that cannot be ended may hold what writers of the store wait for. */
async function noted(noting: Promise<void>, clock: Clock): Promise<void> {
  await Promise.race([noting.catch(() => undefined), clock.sleep(noteWithinMs)]);
}

async function tooLate(clock: Clock): Promise<string> {
  await clock.sleep(stopWithinMs);
  return `after ${stopWithinMs / 1000} s`;
}
