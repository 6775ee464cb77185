import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openApp, systemSeams, type App } from '../../src/assemble.js';
import { diskDeps, loadConfig } from '../../src/config/load.js';
import { readConnection } from '../../src/sync/connection/check-connection.js';
import { pollFeed } from '../../src/sync/poll/poll-feed.js';
import { refreshReference } from '../../src/sync/reference/refresh-reference.js';
import { generateKeyPair } from '../../src/wire/keys.js';
import { nothing, timed, warmingPolls, type Measured, type Result, type Task } from './task.js';

export async function pollConfigured(folder: string): Promise<Omit<Measured, 'peakMegabytes'>> {
  const app = await openConfigured(folder);
  try {
    return await timed(() => poll(app));
  } finally {
    await app.close();
  }
}

/** Polls of one process, as a daemon's are: the fastest of the later ones. */
export async function laterPolls({
  folder,
  feed,
  exports = [],
}: Task): Promise<Omit<Measured, 'peakMegabytes'>> {
  const app = await openConfigured(folder);
  try {
    const measured: Omit<Measured, 'peakMegabytes'>[] = [];
    for (const next of exports) {
      await rename(next, feed);
      measured.push(await timed(() => poll(app)));
    }
    const [fastest] = measured.slice(warmingPolls).sort((a, b) => a.seconds - b.seconds);
    if (fastest === undefined) throw new Error('too few exports for a later poll');
    return fastest;
  } finally {
    await app.close();
  }
}

/** From the `file:` URL to the stored plan. */
async function poll({ feeds, services }: App): Promise<Result> {
  const [feed] = feeds;
  if (feed === undefined) throw new Error('no feed');
  const report = await pollFeed(feed, services);
  if (report.state !== 'done' && report.state !== 'unchanged') throw new Error(report.message);
  const { seen, known } = report.balance;
  return { records: seen, parsed: seen - known, message: report.message };
}

/** A configuration and a store that know the portal's words, places and connection: a poll asks the portal nothing. */
export async function prepare({
  folder,
  feed,
  mapping,
  url,
}: Task): Promise<Omit<Measured, 'peakMegabytes'>> {
  // Only this task needs the sandbox: the others' memory is their own.
  const { startSandbox } = await import('../../src/assemble/demo.js');
  const seams = systemSeams();
  const keys = generateKeyPair(seams.random);
  const portal = await startSandbox({ port: 0 }, seams);
  try {
    const connection = portal.sandbox.staff.addConnection();
    await writeFile(join(folder, 'key.pem'), keys.privateKeyPem, { mode: 0o600 });
    const config = {
      portal: {
        base_url: portal.baseUrl,
        key_id: portal.sandbox.staff.registerKey(keys.publicKeyPem),
        private_key_file: join(folder, 'key.pem'),
      },
      store: `sqlite:${join(folder, 'feedsync.db')}`,
      data_dir: join(folder, 'data'),
      mappings: join(process.cwd(), 'mappings'),
      fetch: { allow_private_addresses: ['127.0.0.1'] },
      feeds: [
        {
          name: 'bench',
          connection,
          url: url ?? pathToFileURL(feed).href,
          mapping,
          answers: { mandate_attested: true, owner_lives_nearby: false },
          constants: { 'price.currency': 'EUR', 'rent.currency': 'EUR', 'rent.type': 'long_term' },
        },
      ],
    };
    await writeFile(join(folder, 'feedsync.json'), JSON.stringify(config));
    const app = await openConfigured(folder);
    await refreshReference(app.services, { force: true });
    await readConnection(connection, app.services);
    await app.close();
    return { ...nothing, seconds: 0 };
  } finally {
    await portal.close();
  }
}

async function openConfigured(folder: string): Promise<App> {
  const loaded = await loadConfig(join(folder, 'feedsync.json'), diskDeps({}));
  if (!loaded.ok) throw new Error(loaded.problems.map((problem) => problem.message).join('; '));
  return openApp(loaded.config, systemSeams());
}
