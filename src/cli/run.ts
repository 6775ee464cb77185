import type { Command } from 'commander';
import { openApp, type App } from '../assemble.js';
import type { Clock } from '../platform/clock.js';
import type { Log } from '../platform/log.js';
import type { JobReport } from '../sync/due-work.js';
import type { Answer } from './answer.js';
import type { Bind } from './bind.js';
import { readConfig, type Context } from './context.js';
import { CliError } from './exit.js';
import { waitForStop } from './stop.js';
import { count } from './text.js';

/** What is under way has so long to end after the first request to stop. */
const stopWithinMs = 10_000;

export function addRunCommands(program: Command, bind: Bind): void {
  program
    .command('run')
    .description('the daemon: polls, pushes and reads outcomes on schedule, until SIGTERM')
    .action(bind(run));
}

async function run(context: Context): Promise<Answer> {
  const { config, stopped: broken } = await readConfig(context);
  const seams = context.seams('info');
  const { log } = seams;
  const app = await openApp(config, seams, (report) => tell(report, log));
  for (const { name, problems } of app.stopped)
    log.error('feed cannot run', { feed: name, problem: problems.join('; ') });
  for (const { name, file } of broken) log.error('feed cannot run', { feed: name, file });
  context.announce(greeting(app, context), {
    portal: config.portal.baseUrl,
    feeds: app.feeds.map((feed) => feed.name),
    stopped: app.stopped,
  });
  log.info('started', { feeds: app.feeds.length, stopped: app.stopped.length + broken.length });

  const asked = waitForStop(context.terminal);
  app.engine.start();
  await app.engine.tick();
  await asked.first;
  log.info('stopping');
  const how = await Promise.race([closed(app), tooLate(seams.clock), asked.second]);
  asked.forget();
  log.info('stopped', { how });
  if (how !== 'closed')
    throw new CliError(
      1,
      `Stopped before everything under way had ended (${how}). Nothing is lost: the next start goes on from what is stored.`,
    );
  return { text: 'feedsync stopped; everything under way had ended.', json: null };
}

function greeting({ feeds, stopped, config }: App, { options }: Context): string {
  const trouble = stopped.length === 0 ? '' : ` (${count(stopped.length, 'feed')} cannot run: see the log)`;
  return `feedsync keeps ${count(feeds.length, 'feed')}${trouble} in step with ${config.portal.baseUrl}; \`feedsync status --config ${options.config}\` shows how it goes.`;
}

function tell(job: JobReport, log: Log): void {
  if (job.kind === 'poll') {
    const { feed, state, message } = job.report;
    log.info('poll ended', { feed, state, message });
  } else if (job.kind === 'push') {
    const { connectionId: connection, state, message } = job.report;
    log.info('push ended', { connection, state, message });
  }
}

async function closed(app: App): Promise<'closed'> {
  await app.close();
  return 'closed';
}

async function tooLate(clock: Clock): Promise<string> {
  await clock.sleep(stopWithinMs);
  return `after ${stopWithinMs / 1000} s`;
}
