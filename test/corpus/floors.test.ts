import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { systemSeams } from '../../src/assemble.js';
import { runCli } from '../../src/cli/cli.js';
import { systemClock } from '../../src/platform/clock.js';
import { listen } from '../../src/platform/http/http-server.js';
import { silentLog } from '../../src/platform/log/log.js';
import { systemRandom } from '../../src/platform/random.js';
import { createSandbox } from '../../src/sandbox/sandbox.js';
import { generateKeyPair } from '../../src/wire/keys.js';
import { makeAds } from './ads.js';
import { useAsAgency } from './drive/agency.js';
import type { Tree } from './drive/tree.js';
import { score } from './judge/score.js';
import { layouts } from './layouts/index.js';
import { repetitions } from '../support/repetitions.js';

const tree = {
  ...{ folder: resolve('.'), runCli, systemSeams, silentLog, createSandbox, systemClock, systemRandom },
  ...{ generateKeyPair, listen },
} as unknown as Tree;
const ads = makeAds(20);

/** Shares of the expected listings that must be on the portal, none of them with a wrong value. Raise one where more is understood. */
const floors: readonly (readonly [name: string, accepted: number])[] = [
  ['sr-xml-oglasi', 1],
  ['sr-csv-zaglavlja', 1],
  ['sr-json-ugnezdeno', 1],
  ['sr-xml-atributi', 1],
  ['sr-xml-cirilica', 1],
  ['me-csv-primorje', 1],
  ['bs-json-nekretnine', 0.6],
];

it.each(floors.slice(0, repetitions({ tests: 3, soak: floors.length })))(
  '%s is understood as far as before, and nothing of it is wrong',
  { timeout: 240_000 },
  async (name, accepted) => {
    const layout = layouts.find((one) => one.name === name);
    if (layout === undefined) throw new Error(`There is no layout ${name}.`);
    const listed = layout.choose(ads);
    const result = score(layout, listed, await useAsAgency(tree, layout, listed));
    expect(result.failure).toBeNull();
    expect(result.samples.filter((sample) => sample.startsWith('wrong'))).toEqual([]);
    expect(result.accepted / result.expected).toBeGreaterThanOrEqual(accepted);
  },
);

it(
  'publishes nothing of prices in a currency that the portal does not take',
  { timeout: 240_000 },
  async () => {
    const layout = layouts.find(({ name }) => name === 'bs-csv-bam');
    if (layout === undefined) throw new Error('There is no such layout.');
    const listed = layout.choose(ads);
    const { listings } = await useAsAgency(tree, layout, listed);
    expect(listings).toEqual([]);
  },
);
