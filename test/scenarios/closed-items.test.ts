import { afterEach, expect, it } from 'vitest';
import { besideDaemon, run } from '../cli/command-line.js';
import { ApiWorld } from '../server/api-world.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { day, hour } from '../support/manual-clock.js';

let api: ApiWorld;
let visits = 0;
afterEach(() => api.close());

interface Cause {
  kind: string;
  examples: { agency: string; closes: string | null }[];
}

async function pass(days: number): Promise<void> {
  for (let passed = 0; passed < days; passed++) await api.world.later(day);
}

/** What every view has of a kind: the overview, commands with their exit code, notices, and the agency's home. */
async function views(kind: string, task: string) {
  const staff = await api.signedIn(`staff-${++visits}`, 'operator');
  const { causes } = await staff.get<{ causes: Cause[] }>('/situation');
  const status = await run(api.world, 'status', '--json', '--attention', 'any');
  const listed = (status.json().attention ?? []) as { kind: string }[];
  const notices = await api.services.notices.attentionItems('all');
  const { homes } = await staff.get<{ homes: { tasks: { kind: string }[] }[] }>(`/home?connection=${api.a}`);
  const found = {
    overview: causes.some((cause) => cause.kind === kind),
    listed: listed.some((item) => item.kind === kind),
    code: status.code,
    mailed: notices.some((item) => item.kind === kind),
    home: homes[0]?.tasks.some((one) => one.kind === task),
  };
  const closes = causes.find((cause) => cause.kind === kind)?.examples[0]?.closes ?? null;
  return { staff, found, closes };
}

const close = (caller: Awaited<ReturnType<ApiWorld['signedIn']>>, cause: string, reason = 'Ne javljaju se') =>
  caller.ask('POST', '/attention/close', { body: { cause, reason } });

const shown = { overview: true, listed: true, code: 3, mailed: true, home: true };
const gone = { overview: false, listed: false, code: 0, mailed: false, home: false };

it('a paused connection that its agency leaves for two weeks is closed with a reason, leaves every view, and comes back if it is paused anew', async () => {
  api = await ApiWorld.create();
  api.world.sandbox.staff.pause(api.a);
  await pass(10);
  // The agency may pause for as long as it likes, so no command ends with 3 for it.
  const paused = { ...shown, code: 0 };
  const early = await views('connection_paused', 'connection');
  expect(early).toMatchObject({ found: paused, closes: null });
  const [item] = await api.services.notices.attentionItems('all');
  expect(await close(early.staff, item?.cause ?? '')).toMatchObject({ status: 409 });
  await pass(5);
  const { staff, found, closes } = await views('connection_paused', 'connection');
  expect(found).toEqual(paused);
  expect(await close(staff, closes ?? '', ' ')).toMatchObject({ status: 400 });
  expect(await close(staff, closes ?? '')).toMatchObject({ status: 200 });
  expect((await views('connection_paused', 'connection')).found).toEqual(gone);
  const admin = await api.signedIn('ana', 'administrator');
  const { audit } = await admin.get<{ audit: { author: string; sentence: { sr: string } }[] }>('/audit');
  const line = audit.find(({ sentence }) => sentence.sr.startsWith('Zatvorena je stavka'));
  expect(line?.author).toContain('staff-');
  expect(line?.sentence.sr).toContain('Razlog: „`Ne javljaju se`”');
  await pass(3);
  expect((await views('connection_paused', 'connection')).found).toEqual(gone);
  api.world.sandbox.staff.resume(api.a);
  await pass(1);
  api.world.sandbox.staff.pause(api.a);
  await pass(1);
  expect((await views('connection_paused', 'connection')).found).toEqual(paused);
});

it('words that are closed as new ones are no task of their agency, until it uses another one', async () => {
  api = await ApiWorld.create();
  api.world.feed.body = estateFeed([...ads(3), ad(4, { heating: 'Grejanje na gazzz' })]);
  await api.world.later(hour);
  await pass(16);
  const { staff, found, closes } = await views('new_word', 'words');
  expect(found).toEqual(shown);
  const without = await run(api.world, 'close', closes ?? '');
  expect([without.code, without.err]).toEqual([2, expect.stringContaining('Give the reason')]);
  expect((await run(api.world, 'close')).out).toContain(closes);
  expect((await besideDaemon(api.world, 'close', closes ?? '', '--reason', 'Ne javljaju se')).code).toBe(0);
  expect(await close(staff, closes ?? '')).toMatchObject({ status: 409 });
  expect((await views('new_word', 'words')).found).toEqual(gone);
  api.world.feed.body = estateFeed([
    ...ads(3),
    ad(4, { heating: 'Grejanje na gazzz' }),
    ad(5, { heating: 'Lož ulje na pelet' }),
  ]);
  await api.world.later(hour);
  expect((await views('new_word', 'words')).found).toMatchObject({ overview: true, home: true });
});

it('a hold is decided and never closed, however long its agency does not answer', async () => {
  api = await ApiWorld.create();
  api.world.feed.body = estateFeed(ads(30));
  await api.world.later(hour);
  api.world.feed.body = estateFeed(ads(12));
  for (let polls = 0; polls < 4; polls++) await api.world.later(hour);
  await pass(16);
  const { staff, found, closes } = await views('hold', 'confirm_removals');
  expect([found, closes]).toEqual([shown, null]);
  const item = (await api.services.notices.attentionItems('all')).find(({ kind }) => kind === 'hold');
  const refused = await close(staff, item?.cause ?? '');
  expect(refused).toMatchObject({ status: 409 });
  expect(refused.text).toContain('approve or reject hold');
  expect((await views('hold', 'confirm_removals')).found).toEqual(shown);
});
