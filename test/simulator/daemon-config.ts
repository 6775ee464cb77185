import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { App } from '../../src/assemble.js';
import { diskDeps, loadConfig } from '../../src/config/load.js';
import { formatProblem } from '../../src/config/problems.js';
import type { Config } from '../../src/config/schema.js';
import type { Services } from '../../src/sync/services/services.js';
import type { Agency } from './agency.js';
import type { World } from './network.js';

export interface DaemonOptions {
  folder: string;
  world: World;
  keyId: string;
  privateKeyPem: string;
  webhookSecret: string;
  agencies: readonly Agency[];
  /** The address of an empty store on PostgreSQL; null: a file. */
  store: string | null;
  /** Mappings run on a guard thread, as such that are not shipped do. */
  isGuarded: boolean;
  /** Listings that are sent while a connection is certified; null: a batch of them. */
  firstPush: number | null;
  /** A known mistake, planted into the assembled parts of every life. */
  plant: (services: Services, app: App) => void;
}

const rentType = { 'rent.type': 'long_term' };

/** The configuration of a process that begins now. */
export async function loadDaemonConfig(
  { folder, keyId, privateKeyPem, agencies, firstPush }: DaemonOptions,
  { dataFolder, store }: { dataFolder: string; store: string },
): Promise<Config> {
  mkdirSync(dirname(dataFolder), { recursive: true });
  writeFileSync(join(folder, 'key.pem'), privateKeyPem, { mode: 0o600 });
  const configFile = join(folder, 'feedsync.json');
  const config = {
    portal: {
      base_url: 'https://portal.example/v1',
      key_id: keyId,
      private_key_file: join(folder, 'key.pem'),
    },
    store,
    data_dir: dataFolder,
    certifying: { first_push: firstPush },
    mappings: 'mappings',
    feeds: agencies
      .filter(({ isDeclared }) => isDeclared)
      .map((agency) => ({
        name: agency.name,
        connection: agency.connectionId,
        url: agency.url,
        mapping: join(import.meta.dirname, agency.isWritten ? 'agency-contents.yaml' : 'agency.yaml'),
        kind: agency.kind,
        schedule: '7 * * * *',
        answers: { mandate_attested: true, owner_lives_nearby: false },
        constants: agency.isWritten
          ? rentType
          : { 'price.currency': 'EUR', 'rent.currency': 'EUR', ...rentType },
      })),
  };
  writeFileSync(configFile, JSON.stringify(config));
  const loaded = await loadConfig(configFile, diskDeps({}));
  if (!loaded.ok) throw new Error(loaded.problems.map(formatProblem).join('\n'));
  return loaded.config;
}
