import { expect, it } from 'vitest';
import { logTo } from '../../src/platform/log/log.js';
import { judge } from './announced.js';
import { daysAfter, type DaysAfter } from './days-after.js';
import { changed } from './json-kept.js';
import { keptValue } from './kept-files.js';
import { withKeptDeployment } from './todays-release.js';

it('a daemon of today does on the store of 0.1.0 what that release would have done, and no more', async () => {
  const kept = await keptValue<DaysAfter>('days-after');
  const now = await withKeptDeployment(daysAfter);
  expect(judge(changed(kept, now), 'days-after')).toEqual({ unannounced: [], unused: [] });
}, 120_000);

it('its first start says in one line each what is to be set, and its second start nothing', async () => {
  const lines: { level: number; msg: string; change?: string }[] = [];
  const log = logTo({ write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) }, 'warn');
  await withKeptDeployment(
    async (deployment) => {
      await deployment.start();
      await deployment.stop();
      await deployment.start();
      await deployment.stop();
    },
    { log },
  );
  const said = lines.filter(({ msg }) => msg === 'changed by this release');
  // Beside them only that the store was copied first.
  expect(lines.length - said.length).toBe(1);
  expect(said.map(({ change = '' }) => change)).toEqual([
    expect.stringContaining('write --attention any for what it meant before'),
    expect.stringContaining('notices.remind_after sets'),
  ]);
});
