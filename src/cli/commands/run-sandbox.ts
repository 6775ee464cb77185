import { fileURLToPath } from 'node:url';
import { startDemo, type Demo } from '../../assemble/demo.js';
import { DemoRunning } from '../../assemble/demo-folder.js';
import {
  KeyFileError,
  openSandbox,
  SavedReferenceError,
  StateFileError,
  type SandboxStart,
} from '../../assemble/sandbox.js';
import type { Answer } from '../answer.js';
import { calledAs, type CalledAs } from '../called-as.js';
import type { Context } from '../context.js';
import { CliError } from '../exit.js';
import { welcomeDocument, welcomeText } from './sandbox-welcome.js';
import { waitForStop, type StopRequests } from '../stop.js';

/** `feedsync sandbox` */
export async function sandbox(
  context: Context,
  _args: readonly string[],
  start: SandboxStart,
): Promise<Answer> {
  const running = await openSandbox(start, await context.seams()).catch((error: unknown) => {
    throw asCliError(error, start.port);
  });
  const stop = waitForStop(context.terminal);
  const welcome = { baseUrl: running.baseUrl, keyFile: running.keyFile, ...running.steps };
  context.announce(welcomeText(welcome, start.state ?? null), welcomeDocument(welcome));
  await stop.first;
  stop.forget();
  await running.close();
  const data = start.state === undefined ? 'its data is gone' : `its data is in ${start.state}`;
  return { text: `The sandbox portal stopped; ${data}.`, json: null };
}

function asCliError(error: unknown, port: number): unknown {
  const isUsage =
    error instanceof KeyFileError || error instanceof StateFileError || error instanceof SavedReferenceError;
  return isUsage ? new CliError(2, error.message) : cannotListen(error, port);
}

function cannotListen(error: unknown, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE')
    return new CliError(1, `Port ${port} is used by another program. Choose another port, or --port 0.`);
  if (code === 'EACCES' || code === 'ERR_SOCKET_BAD_PORT')
    return new CliError(2, `Port ${port} cannot be used. Choose a port from 1024 to 65535, or --port 0.`);
  return error;
}

/** `feedsync demo` */
export async function demo(context: Context): Promise<Answer> {
  const print = (line: string): void => {
    if (context.options.json !== true) context.terminal.out(`${line}\n`);
  };
  const stop = waitForStop(context.terminal);
  try {
    const running = await startDemo(await context.seams('error'), print, howCalled(context));
    return await demoUntil(stop, running, context);
  } catch (error) {
    if (error instanceof DemoRunning) return whereItRuns(error);
    throw error;
  } finally {
    stop.forget();
  }
}

function howCalled({ terminal: { env } }: Context): CalledAs {
  const packageRoot = fileURLToPath(new URL('../..', import.meta.url));
  return calledAs({ env, script: process.argv[1] ?? '', cwd: process.cwd(), packageRoot });
}

async function demoUntil(stop: StopRequests, running: Demo, context: Context): Promise<Answer> {
  const { configFile, connectionId: connection } = running;
  if (context.options.json === true) context.announce('', { config: configFile, connection });
  await stop.first;
  await Promise.race([running.close(), stop.second]);
  return { text: '', json: null };
}

/** A second demo in the same folder is no failure: the first one is what was wanted. */
function whereItRuns({ folder, console }: DemoRunning): Answer {
  const json = { already_running: true, folder, console };
  if (console === null)
    return { text: `The demo is starting in another terminal, in ${folder}. Nothing was started.`, json };
  const signedIn = new URL('/console', console).href;
  const rows = [`console           ${console}`];
  // The first administrator's link works once.
  if (console !== signedIn) rows.push(`once it is used   ${signedIn}`);
  return {
    text: [`The demo runs already, in ${folder}. Nothing was started.`, '', ...rows].join('\n'),
    json,
  };
}
