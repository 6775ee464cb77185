import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { textsOf, type AgencyText, type Example } from './agency-texts.js';
import { contentsLife } from './contents-life.js';
import { commandLists, runCommands } from './commands.js';
import { apiDocument } from '../server/api-document.js';
import { daysAfter } from './days-after.js';
import { Deployment } from './deployment.js';
import { firstLife } from './first-life.js';
import { keepDeployment, keepValue, keptMappings, keptValue, restoreDeployment } from './kept-files.js';
import { mapCases, mapTexts } from './mapped.js';
import { runReadings } from './readings.js';
import { loadMapper, loadRelease } from './release.js';

/**
 * Writes what is kept of release 0.1.0, with that release: `npx tsx test/upgrade/write-release.ts FOLDER [PART…]`, where FOLDER is a checkout
 * of commit c73ec12 with its node_modules. The parts after `deployment` are made on the deployment that is kept. A deployment that is made
 * again has other secrets and times in it, and the rest must be made again with it.
 */
const [given = '', ...wanted] = process.argv.slice(2);
const checkout = resolve(given);
const release = await loadRelease(checkout);

/** A folder for a time. */
async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'feedsync-release-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Keeps what the release makes of the kept deployment. */
const onDeployment =
  (name: string, work: (deployment: Deployment) => Promise<unknown>) => (): Promise<void> =>
    withFolder(async (folder) => {
      await restoreDeployment(folder);
      const deployment = await Deployment.at(release, folder);
      try {
        await keepValue(name, await work(deployment));
      } finally {
        await deployment.close();
      }
    });

const parts: Readonly<Record<string, () => Promise<void>>> = {
  openapi: async () => keepValue('openapi', await apiDocument(release.createApi)),
  deployment: () =>
    withFolder(async (folder) => {
      await mkdir(join(folder, 'data'));
      await cp(join(checkout, 'mappings'), join(folder, 'mappings'), { recursive: true });
      await rm(join(folder, 'mappings', 'README.md'));
      await firstLife(release, folder);
      await keepDeployment(folder);
    }),
  contents: () =>
    withFolder(async (folder) => {
      await mkdir(join(folder, 'data'));
      await cp(join(checkout, 'mappings'), join(folder, 'mappings'), { recursive: true });
      await rm(join(folder, 'mappings', 'README.md'));
      await contentsLife(release, folder);
      await keepDeployment(folder, 'contents');
    }),
  'outputs-looking': onDeployment('outputs-looking', (on) => runCommands(commandLists.looking, on)),
  'outputs-changing': onDeployment('outputs-changing', (on) => runCommands(commandLists.changing, on)),
  readings: onDeployment('readings', runReadings),
  'days-after': onDeployment('days-after', daysAfter),
  'agency-texts': async () => {
    const file = pathToFileURL(join(checkout, 'test', 'mapping', 'readme-examples.ts')).href;
    const { readmeExamples } = (await import(file)) as { readmeExamples: () => Example[] };
    await keepValue('agency-texts', textsOf(readmeExamples()));
  },
  mapped: async () => {
    const [mapper, folder] = await Promise.all([loadMapper(checkout), keptMappings()]);
    const texts = await keptValue<AgencyText[]>('agency-texts');
    await keepValue('mapped', [...mapCases(folder, mapper), ...mapTexts(texts, folder, mapper)]);
  },
};

for (const [name, write] of Object.entries(parts))
  if (wanted.length === 0 || wanted.includes(name)) await write();
process.exit();
