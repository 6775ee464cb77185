import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Deployment } from '../upgrade/deployment.js';
import { contentsConnections } from '../upgrade/contents-life.js';
import { withKeptDeployment } from '../upgrade/todays-release.js';
import { installToday } from '../upgrade/todays-mappings.js';
import { Dice } from './dice.js';
import { hour, minute } from './sim-time.js';
import { UpgradeJudge } from './upgrade-judge.js';

/** What the portal allows an agency in an hour: few, so that what this release changes by itself takes more than one. */
const itemsPerHour = 4;

export interface UpgradeOptions {
  /** Hours of trouble. One more without any follows. */
  hours?: number;
  /** A mistake, planted into each process. */
  plant?: (deployment: Deployment) => void;
  /** After how many hours the operator takes the mappings of today over; missing: never. */
  mappingsAfter?: number;
}

export interface UpgradedNight {
  violations: string[];
  /** Listings that were sent. */
  sent: number;
}

/**
 * A night of the store of release 0.1.0 under this release, in which files are written anew or are missing, replies get lost, and the
 * daemon ends and starts at any hour. The contents of the agencies' ads stay as they were. One seed decides everything.
 */
export function upgradeStore(seed: number, options: UpgradeOptions = {}): Promise<UpgradedNight> {
  return withKeptDeployment((deployment) => night(deployment, new Dice(seed), options), {
    kept: 'contents',
    prepare: installToday,
  });
}

async function night(
  deployment: Deployment,
  dice: Dice,
  { hours = 14, plant = () => undefined, mappingsAfter }: UpgradeOptions,
): Promise<UpgradedNight> {
  deployment.sandbox.staff.setLimits({ connection_items_per_hour: itemsPerHour });
  const judge = new UpgradeJudge(deployment, itemsPerHour);
  const start = async (): Promise<void> => {
    await deployment.start();
    plant(deployment);
  };
  await start();
  for (let gone = 0; gone < hours && judge.violations.length === 0; gone++) {
    if (gone === mappingsAfter) {
      await deployment.stop();
      await takeMappings(deployment);
      judge.takesMappings();
      await start();
    }
    await trouble(deployment, judge, dice);
    for (let part = 0; part < 4; part++) {
      await deployment.work(15 * minute, 15 * minute);
      await judge.look();
    }
    if (!dice.chance(0.25)) continue;
    await deployment.stop();
    await start();
  }
  await deployment.work(hour, 15 * minute);
  await judge.atTheEnd();
  await deployment.stop();
  return { violations: judge.violations, sent: judge.sent };
}

async function takeMappings(deployment: Deployment): Promise<void> {
  for (const feed of Object.keys(contentsConnections)) {
    const { code, out, err } = await deployment.command(['mapping', 'upgrade', '--feed', feed]);
    if (code !== 0) throw new Error(`${feed}: ${out}${err}`);
  }
}

const files = { tabela: 'tabela.csv', sifre: 'sifre.csv', oglasi: 'oglasi.xml' } as const;

/** What the hour brings: nothing of it changes what an ad says. */
async function trouble(deployment: Deployment, judge: UpgradeJudge, dice: Dice): Promise<void> {
  const feed = dice.pick(Object.keys(files) as (keyof typeof files)[]);
  const path = `feeds/${files[feed]}`;
  const what = dice.weighted({ nothing: 2, lost: 3, sorted: 3, written: 1, missing: 2 });
  if (what === 'lost') deployment.lose = { request: /^POST|^GET/, when: dice.pick(['before', 'after']) };
  if (what === 'sorted') await alterRecords(path, (records) => dice.shuffled(records));
  if (what === 'written') {
    judge.writesAnew(contentsConnections[feed]);
    await alterRecords(path, (records) => records.map(otherBytes));
  }
  if (what !== 'missing') return;
  await rename(path, `${path}.away`);
  await deployment.work(dice.between(5, 70) * minute, 5 * minute);
  await rename(`${path}.away`, path);
}

/** Other records, or in another order, between the same head and end. */
async function alterRecords(path: string, alter: (records: string[]) => string[]): Promise<void> {
  const text = await readFile(path, 'utf8');
  const record = path.endsWith('.xml') ? /<oglas>.*?<\/oglas>/gs : /(?<=\n).+\r\n/g;
  const records = alter(text.match(record) ?? []);
  let next = 0;
  await writeFile(
    path,
    text.replaceAll(record, () => records[next++] ?? ''),
  );
}

/** The same record, as other software writes it. */
function otherBytes(record: string): string {
  if (record.startsWith('<'))
    return record.replace(/\s*<\/oglas>$/, (end) => `${end === '</oglas>' ? ' ' : ''}</oglas>`);
  return record.includes(';"54";') ? record.replace(';"54";', ';54;') : record.replace(';54;', ';"54";');
}
