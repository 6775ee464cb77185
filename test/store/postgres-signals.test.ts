import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresSignals } from '../../src/store/postgres/postgres-signals.js';
import { systemClock } from '../../src/platform/clock.js';
import type { Signals } from '../../src/platform/process/signals.js';
import { startPostgres, type PostgresServer } from '../support/postgres.js';

let server: PostgresServer;
let url: string;
const opened: Signals[] = [];

beforeAll(async () => {
  server = await startPostgres();
  url = await server.newStore();
});
afterEach(async () => {
  for (const signals of opened.splice(0)) await signals.close();
});
afterAll(() => server.stop());

describe('signals', () => {
  it('come to all others on the same store, in their order, those of a moment together and each once', async () => {
    const [one, other, elsewhere] = [
      await open('one', url),
      await open('two', url),
      await open('three', await server.newStore()),
    ];
    one.signals.send('wake', null);
    for (const feed of ['a', 'b', 'a', 'b']) one.signals.send('changes', [{ feed }]);
    one.signals.send('changes', ['x'.repeat(9_000)]);
    one.signals.send('last', null);
    await expect.poll(() => other.heard.at(-1)).toEqual(['last', null]);
    expect(other.heard).toEqual([
      ['wake', null],
      ['changes', [{ feed: 'a' }]],
      ['changes', [{ feed: 'b' }]],
      // Longer than PostgreSQL takes.
      ['missed', null],
      ['last', null],
    ]);
    expect([one.heard, elsewhere.heard]).toEqual([[], []]);
  });

  it('come even if there are more of them than one message takes', async () => {
    const [one, other] = [await open('one', url), await open('two', url)];
    const all = Array.from({ length: 300 }, (_, index) => [`topic ${index}`, 'y'.repeat(100)]);
    for (const [topic = '', data] of all) one.signals.send(topic, data);
    await expect.poll(() => other.heard.length, { timeout: 10_000 }).toBe(300);
    expect(other.heard).toEqual(all);
  });
});

/** A process that hears others by now. */
async function open(holder: string, store: string): Promise<{ signals: Signals; heard: unknown[] }> {
  const signals = createPostgresSignals(store, holder, systemClock);
  opened.push(signals);
  const heard: unknown[] = [];
  signals.listen((topic, data) => heard.push([topic, data]));
  // Whatever was said before it listened.
  await expect.poll(() => heard).toEqual([['missed', null]]);
  heard.length = 0;
  return { signals, heard };
}
