import type { Command } from 'commander';
import { openApp, storeFolder, type App } from '../assemble.js';
import { firstAdministratorLink, startServer } from '../assemble-server.js';
import { checkFileSystem } from '../inspect/check-store.js';
import type { Clock } from '../platform/clock.js';
import type { HttpServer } from '../platform/http-server.js';
import type { Answer } from './answer.js';
import type { Bind } from './bind.js';
import { readConfig, type Context } from './context.js';
import { CliError } from './exit.js';
import { reloadOnChange } from './reload.js';
import { waitForStop, type StopRequests } from './stop.js';
import { count } from './text.js';

/** What is under way has so long to end after the first request to stop. */
const stopWithinMs = 9_000;

export function addRunCommands(program: Command, bind: Bind): void {
  program
    .command('run')
    .description('the daemon: polls, pushes and reads outcomes on schedule, until SIGTERM')
    .action(bind(run));
}

async function run(context: Context): Promise<Answer> {
  // Listened for from the beginning: a start may take a while.
  const asked = waitForStop(context.terminal);
  try {
    return await runUntil(asked, context);
  } finally {
    asked.forget();
  }
}

async function runUntil(asked: StopRequests, context: Context): Promise<Answer> {
  const loaded = await readConfig(context);
  const { config, stopped: broken } = loaded;
  const seams = context.seams('info');
  const app = await openApp(config, seams);
  const { log } = app.services;
  for (const { name, problems } of app.stopped)
    log.error('feed cannot run', { feed: name, problem: problems.join('; ') });
  const server = await serve(app);
  for (const { message } of await checkFileSystem(storeFolder(config)))
    log.warn('store may be damaged', { problem: message });
  for (const { name, file } of broken) log.error('feed cannot run', { feed: name, file });
  const link = await firstAdministratorLink(app, server);
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
  await asked.first;
  stopReloading();
  log.info('stopping');
  const how = await Promise.race([closed(app, server), tooLate(seams.clock), asked.second]);
  // The log files are closed by now.
  seams.log.info('stopped', { how });
  if (how !== 'closed')
    throw new CliError(
      1,
      `Stopped before everything under way had ended (${how}). Nothing is lost: the next start goes on from what is stored.`,
    );
  return { text: 'feedsync stopped; everything under way had ended.', json: null };
}

/** @throws AssemblyError, with nothing left open */
async function serve(app: App): Promise<HttpServer> {
  try {
    return await startServer(app);
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

async function tooLate(clock: Clock): Promise<string> {
  await clock.sleep(stopWithinMs);
  return `after ${stopWithinMs / 1000} s`;
}
