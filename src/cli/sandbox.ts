import type { Command } from 'commander';
import { startDemo } from '../assemble-demo.js';
import {
  KeyFileError,
  openSandbox,
  SavedReferenceError,
  StateFileError,
  type SandboxStart,
} from '../assemble-sandbox.js';
import type { Answer } from './answer.js';
import { wholeNumber, type Bind } from './bind.js';
import type { Context } from './context.js';
import { CliError } from './exit.js';
import { welcomeDocument, welcomeText } from './sandbox-welcome.js';
import { waitForStop } from './stop.js';

export function addSandboxCommands(program: Command, bind: Bind): void {
  program
    .command('sandbox')
    .description('the embedded portal alone, with a key and connections to begin with, until SIGTERM')
    .option('--port <number>', 'port on this machine; 0 picks one', wholeNumber, 8090)
    .option('--key <file>', 'a private key (see keygen) to register, instead of making one')
    .option('--folder <folder>', 'where the key is made, and found again (key.pem)')
    .option('--state <file>', 'keeps everything in this file over restarts, instead of in memory')
    .option('--seed <number>', 'the same ids, keys and codes every time', wholeNumber)
    .option('--vocabulary <file>', 'a saved body of GET /vocabularies, or of `feedsync vocabularies --json`')
    .option('--places <file>', 'saved bodies of GET /places, or of `feedsync places --json`')
    .option('--shuffle-keys', 'renames every invented key and id, so that none can be relied on')
    .action(bind(sandbox));
  program
    .command('demo')
    .description('sandbox portal, a sample agency’s feed and the daemon between them (npm start)')
    .action(bind(demo));
}

async function sandbox(context: Context, _args: readonly string[], start: SandboxStart): Promise<Answer> {
  const running = await openSandbox(start, context.seams()).catch((error: unknown) => {
    throw asCliError(error, start.port);
  });
  const asked = waitForStop(context.terminal);
  const welcome = { baseUrl: running.baseUrl, keyFile: running.keyFile, ...running.steps };
  context.announce(welcomeText(welcome, start.state ?? null), welcomeDocument(welcome));
  await asked.first;
  asked.forget();
  await running.close();
  const fate = start.state === undefined ? 'all that it held is gone' : `what it held is in ${start.state}`;
  return { text: `The sandbox portal stopped; ${fate}.`, json: null };
}

function asCliError(error: unknown, port: number): unknown {
  const isOurs =
    error instanceof KeyFileError || error instanceof StateFileError || error instanceof SavedReferenceError;
  return isOurs ? new CliError(2, error.message) : cannotListen(error, port);
}

function cannotListen(error: unknown, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE')
    return new CliError(1, `Port ${port} is taken by another program. Choose another one, or --port 0.`);
  if (code === 'EACCES' || code === 'ERR_SOCKET_BAD_PORT')
    return new CliError(2, `Port ${port} cannot be listened on. Choose one from 1024 to 65535, or --port 0.`);
  return error;
}

async function demo(context: Context): Promise<Answer> {
  const print = (line: string): void => {
    if (context.options.json !== true) context.terminal.out(`${line}\n`);
  };
  const asked = waitForStop(context.terminal);
  const running = await startDemo(context.seams('error'), print);
  const { configFile, connectionId: connection } = running;
  if (context.options.json === true) context.announce('', { config: configFile, connection });
  await asked.first;
  await Promise.race([running.close(), asked.second]);
  asked.forget();
  return { text: '', json: null };
}
