import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openApp, systemSeams } from '../../src/assemble.js';
import { startServer } from '../../src/assemble/server.js';
import { runCli } from '../../src/cli/cli.js';
import { diskDeps, loadConfig } from '../../src/config/load.js';
import { createThreads } from '../../src/platform/process/threads.js';
import { createSandbox, openStateFile } from '../../src/sandbox/sandbox.js';
import { createApi } from '../../src/server/api/app.js';
import { guardLimits } from '../../src/sync/map/map-guard.js';
import { searchSecretsIn } from '../support/secrets.js';
import { Deployment, type DeploymentOptions } from './deployment.js';
import { restoreDeployment, type KeptDeployment } from './kept-files.js';
import type { Release } from './release.js';

const release: Release = {
  ...{ openApp, systemSeams, startServer, runCli, loadConfig, diskDeps },
  ...{ createSandbox, openStateFile, createApi },
};

/** Of the built program: from its sources a thread takes a second to start. */
const mapThread = new URL('../../dist/app/sync/map-thread.js', import.meta.url);

/** The deployment that 0.1.0 left, in a folder of its own, under the release of this checkout. */
export async function withKeptDeployment<T>(
  work: (deployment: Deployment) => Promise<T>,
  options: DeploymentOptions & { prepare?: (folder: string) => Promise<void>; kept?: KeptDeployment } = {},
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'feedsync-upgrade-'));
  const back = resolve('.');
  try {
    await restoreDeployment(folder, options.kept);
    await options.prepare?.(folder);
    const newSeams = () => ({ guard: { threads: createThreads(mapThread), ...guardLimits } });
    const deployment = await Deployment.at(release, folder, { newSeams, ...options });
    let result: T;
    try {
      result = await work(deployment);
    } finally {
      await deployment.close();
    }
    searchSecretsIn(join(folder, 'data'));
    return result;
  } finally {
    process.chdir(back);
    await rm(folder, { recursive: true, force: true });
  }
}
