import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What the corpus uses of a checkout: its command line, and its sandbox portal. */
export interface Tree {
  /** Of the checkout, absolute. */
  folder: string;
  runCli: (argv: readonly string[], terminal: object) => Promise<number>;
  systemSeams: (log: unknown) => object;
  silentLog: unknown;
  createSandbox: (options: object) => TreeSandbox;
  systemClock: unknown;
  systemRandom: unknown;
  generateKeyPair: (random: unknown) => { publicKeyPem: string; privateKeyPem: string };
  listen: (options: {
    port: number;
    host: string;
    handler: (request: Request) => Promise<Response>;
  }) => Promise<{ url: string; close: () => Promise<void> }>;
}

export interface TreeSandbox {
  fetch: (request: Request) => Promise<Response>;
  staff: {
    registerKey: (publicKeyPem: string) => string;
    addConnection: (options: { status: string }) => string;
    listings: (connectionId: string) => PortalListing[];
  };
}

/** A listing as the sandbox's staff see it. */
export interface PortalListing {
  externalId: string;
  status: string;
  payload: Record<string, unknown> | null;
}

type Parts = readonly [name: string, ...files: string[]];

/** Where the parts are: first in today's layout of the source, then as release 0.1.0 had it. */
const parts: readonly Parts[] = [
  ['runCli', 'cli/cli.ts'],
  ['systemSeams', 'assemble.ts'],
  ['silentLog', 'platform/log/log.ts', 'platform/log.ts'],
  ['createSandbox', 'sandbox/sandbox.ts'],
  ['systemClock', 'platform/clock.ts'],
  ['systemRandom', 'platform/random.ts'],
  ['generateKeyPair', 'wire/keys.ts'],
  ['listen', 'platform/http/http-server.ts', 'platform/http-server.ts'],
];

/** Loads a checkout's modules. @param folder of the checkout, with its node_modules @throws if it lacks a part */
export async function openTree(folder: string): Promise<Tree> {
  const loaded: Record<string, unknown> = { folder: resolve(folder) };
  for (const [name, ...files] of parts) {
    const module = (await import(await firstOf(folder, files))) as Record<string, unknown>;
    if (module[name] === undefined) throw new Error(`${files[0] ?? ''} of ${folder} exports no ${name}.`);
    loaded[name] = module[name];
  }
  return loaded as unknown as Tree;
}

async function firstOf(folder: string, files: readonly string[]): Promise<string> {
  for (const file of files) {
    const path = join(resolve(folder), 'src', file);
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return pathToFileURL(path).href;
  }
  throw new Error(`${folder} has none of ${files.join(', ')} below src.`);
}
