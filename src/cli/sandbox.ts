import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { startDemo, startSandbox, type RunningSandbox } from '../assemble-demo.js';
import { publicKeyOf } from '../wire/keys.js';
import type { Answer } from './answer.js';
import { wholeNumber, type Bind } from './bind.js';
import type { Context } from './context.js';
import { CliError } from './exit.js';
import { waitForStop } from './stop.js';

interface SandboxOptions {
  port: number;
  key?: string;
}

export function addSandboxCommands(program: Command, bind: Bind): void {
  program
    .command('sandbox')
    .description('the embedded portal alone, in memory, until SIGTERM')
    .option('--port <number>', 'port on this machine; 0 picks one', wholeNumber, 8090)
    .option('--key <file>', 'a private key (see keygen) whose public half is registered at once')
    .action(bind(sandbox));
  program
    .command('demo')
    .description('sandbox portal, a sample agency’s feed and the daemon between them (npm start)')
    .action(bind(demo));
}

async function sandbox(
  context: Context,
  _args: readonly string[],
  { port, key }: SandboxOptions,
): Promise<Answer> {
  const publicKey = key === undefined ? null : await readPublicKey(key);
  const running = await startSandbox({ port }, context.seams()).catch((error: unknown) => {
    throw cannotListen(error, port);
  });
  const { staff } = running.sandbox;
  const connection = staff.addConnection();
  const keyId = publicKey === null ? null : staff.registerKey(publicKey);
  const asked = waitForStop(context.terminal);
  announce(context, running, { connection, keyId });
  await asked.first;
  asked.forget();
  await running.close();
  return { text: 'The sandbox portal stopped; all that it held is gone.', json: null };
}

function announce(
  context: Context,
  { baseUrl }: RunningSandbox,
  { connection, keyId }: { connection: string; keyId: string | null },
): void {
  const staffUrl = baseUrl.replace(/\/v1$/, '/_sandbox');
  const key =
    keyId === null
      ? `no key yet: start it with --key FILE, or register one at ${staffUrl}/keys`
      : `key_id ${keyId}`;
  context.announce(
    [
      `The sandbox portal answers at ${baseUrl} (its staff’s side: ${staffUrl}).`,
      `It has one active connection, ${connection}, and ${key}.`,
      'Stop it with Ctrl+C.',
    ].join('\n'),
    { base_url: baseUrl, staff_url: staffUrl, connection, key_id: keyId },
  );
}

async function readPublicKey(file: string): Promise<string> {
  const pem = await readFile(file, 'utf8').catch(() => null);
  if (pem === null) throw new CliError(2, `The key ${file} cannot be read. \`feedsync keygen\` makes one.`);
  try {
    return publicKeyOf(pem).publicKeyPem;
  } catch (error) {
    throw new CliError(2, error instanceof Error ? error.message : `The key ${file} cannot be used.`);
  }
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
