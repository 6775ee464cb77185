import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { jobName, namedJobs } from '../../src/texts/job-names.js';
import { withSettling } from '../../src/sync/settle-job.js';
import type { JobReport } from '../../src/sync/job.js';
import { run } from '../cli/command-line.js';
import { day } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(() => world.close());

/** Two tries of a job that both fail. */
async function failTwice(key: string, lane: string): Promise<void> {
  await attempt(key, lane, fails);
  await attempt(key, lane, fails);
}

/** One try of a job, at the time at which it is tried again. */
async function attempt(key: string, lane: string, work: () => Promise<JobReport>): Promise<void> {
  const { store, clock } = world.app.services;
  const due = () => withSettling([{ key, lane, run: work }], { store, clock });
  while ((await due()).length === 0) world.clock.advance(60_000);
  await (await due())[0]?.run().catch(() => undefined);
}

const fails = (): Promise<JobReport> => Promise.reject(new TypeError('of <secret>'));
const found = async () =>
  (await world.attention()).map(({ kind, agency, count, operator }) => ({ kind, agency, count, operator }));

describe('a job that is no poll and fails again and again', () => {
  it('needs the operator from its second failure on, until it succeeds', async () => {
    world = await World.create();
    await attempt('backup', 'backup', fails);
    expect(await found()).toEqual([]);
    await attempt('backup', 'backup', fails);
    const item = { kind: 'job_failed', count: 1, operator: true };
    expect(await found()).toEqual([{ ...item, agency: 'all agencies' }]);
    const [{ sentence, next } = { sentence: null, next: null }] = await world.attention();
    expect(sentence?.en).toMatch(
      /^This job fails repeatedly: the backup, for all agencies \(.*TypeError.*\)\.$/,
    );
    expect(sentence?.sr).toMatch(/^Stalno ne uspeva pravljenje rezervne kopije, sve agencije \(/);
    expect(JSON.stringify([sentence, next])).not.toContain('secret');
    const status = await run(world, 'status');
    expect(status.code).toBe(3);
    expect(status.out).toContain('This job fails repeatedly: the backup');
    await attempt('backup', 'backup', () => Promise.resolve({ kind: 'housekeeping' }));
    expect(await found()).toEqual([]);
    expect((await run(world, 'status')).code).toBe(0);
  });

  it('is one item for all agencies whose same job fails, and names one agency where it is one', async () => {
    world = await World.create();
    const [{ connectionId } = { connectionId: '' }] = world.app.feeds;
    await failTwice(`reconcile:${connectionId}`, connectionId);
    const [alone] = await world.attention();
    expect(alone).toMatchObject({ kind: 'job_failed', connection: connectionId, count: 1 });
    expect(alone?.sentence.en).toContain(
      `This job fails repeatedly: the comparison with the portal, for ${alone?.agency ?? '?'} (`,
    );
  });

  it('is forgotten a day after its last try would have been due: nothing is due any more', async () => {
    world = await World.create();
    await failTwice('photos', 'photos');
    expect(await found()).toHaveLength(1);
    world.clock.advance(day + 3_600_000);
    expect((await found()).filter(({ kind }) => kind === 'job_failed')).toEqual([]);
  });

  it('is no poll: those have items of their feeds', async () => {
    world = await World.create();
    const [feed] = world.app.feeds;
    await failTwice(`poll:${feed!.id}`, feed!.connectionId);
    expect((await found()).filter(({ kind }) => kind === 'job_failed')).toEqual([]);
  });
});

it('every job has a name for people', async () => {
  const files = ['src/sync/due-work.ts', 'src/sync/poll/remap-jobs.ts'];
  const source = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
  const keys = [...source.matchAll(/key: [`'](?:\$\{askedPrefix\})?(\w*)/g)].map(
    ([, kind = '']) => kind || 'asked',
  );
  expect(keys.length).toBeGreaterThan(12);
  // A poll is called by its feed.
  expect(new Set(keys.filter((kind) => kind !== 'poll'))).toEqual(new Set(namedJobs));
  for (const kind of namedJobs) expect(jobName(kind).sr).not.toBe(jobName(kind).en);
  expect(jobName('other').en).toContain('other');
});
