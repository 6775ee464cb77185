import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What release 0.1.0 wrote: `write-release.ts` says how. */
export const releaseFolder = 'test/upgrade/0.1.0';

/** The parts of a release that a deployment is run with; of an older one the same modules, as they were. */
export type Release = Pick<typeof import('../../src/assemble.js'), 'openApp' | 'systemSeams'> &
  Pick<typeof import('../../src/assemble/server.js'), 'startServer'> &
  Pick<typeof import('../../src/cli/cli.js'), 'runCli'> &
  Pick<typeof import('../../src/config/load.js'), 'loadConfig' | 'diskDeps'> &
  Pick<typeof import('../../src/sandbox/sandbox.js'), 'createSandbox' | 'openStateFile'> &
  Pick<typeof import('../../src/server/api/app.js'), 'createApi'>;

const modules = [
  ...['assemble', 'assemble/server', 'cli/cli', 'config/load'],
  ...['sandbox/sandbox', 'server/api/app'],
];

/** @param folder of a checkout, with its node_modules */
export async function loadRelease(folder: string): Promise<Release> {
  const loaded = modules.map(
    (name) => import(pathToFileURL(join(folder, 'src', `${name}.ts`)).href) as Promise<Partial<Release>>,
  );
  const release = Object.assign({}, ...(await Promise.all(loaded))) as Release;
  // None of it may silently be this checkout's.
  for (const part of [
    release.openApp,
    release.startServer,
    release.runCli,
    release.openStateFile,
    release.createApi,
  ])
    if (typeof part !== 'function') throw new Error(`${folder} lacks a part of a release`);
  return release;
}
