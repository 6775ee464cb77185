import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openJobQueue, type JobQueue } from '../../src/engine/job-queue.js';
import type { Runner } from '../../src/engine/job-runner.js';
import { silentLog } from '../../src/platform/log/log.js';
import { startPostgres, type PostgresServer } from '../support/postgres.js';

let server: PostgresServer;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

const job = { key: 'push:a', lane: 'a' };

/** Who has taken a job. */
async function holders(store: string): Promise<string[]> {
  const [found] = await server.query('select current_schema() as schema', store);
  const rows = await server.query(
    `select locked_by from "${String(found?.schema)}_jobs".jobs where locked_by is not null`,
    store,
  );
  return rows.map((row) => String(row.locked_by));
}

interface Begun {
  /** Ends the job, or all of them. */
  mayEnd: (key?: string) => void;
  runner: Runner;
}

/** Runs jobs and says when all of them were begun; each ends when it is told to. */
async function begin(queue: JobQueue, jobs = 1): Promise<Begun> {
  const endings = new Map<string, () => void>();
  let begun = (): void => undefined;
  const taken = new Promise<void>((done) => (begun = done));
  const runner = await queue.run(({ key }) => {
    const ending = new Promise<void>((end) => endings.set(key, end));
    if (endings.size === jobs) begun();
    return ending;
  });
  await taken;
  return {
    runner,
    mayEnd(key) {
      for (const [one, end] of endings) if (key === undefined || key === one) end();
    },
  };
}

/** What it took is told to be done by then. */
async function end({ mayEnd, runner }: Begun): Promise<void> {
  mayEnd();
  await runner.stop();
}

it('gives a job anew of which the worker ended in its midst', async () => {
  const store = await server.newStore();
  const [lost, living] = [await openJobQueue(store, 1, silentLog), await openJobQueue(store, 1, silentLog)];
  await lost.add([job]);
  const first = await begin(lost);
  await living.release(await holders(store));
  expect(await living.waiting()).toBe(0);

  await living.add([job]);
  const second = await begin(living);
  expect(await holders(store)).toHaveLength(1);
  await end(second);
  await end(first);
  expect(await living.waiting()).toBe(0);
  await lost.close();
  await living.close();
});

it('ends its runner where it cannot say that a job is done, and gives it anew', async () => {
  const store = await server.newStore();
  const queue = await openJobQueue(store, 1, silentLog);
  await queue.add([job]);
  const cut = await begin(queue);
  await server.restart(() => cut.mayEnd());
  await cut.runner.ended;
  await queue.release(await holders(store));

  await queue.add([job]);
  await end(await begin(queue));
  expect(await queue.waiting()).toBe(0);
  await queue.close();
});

it('ends its runner also where others end after the one of which it cannot say that it is done', async () => {
  const queue = await openJobQueue(await server.newStore(), 4, silentLog);
  await queue.add(['a', 'b', 'c', 'd'].map((lane) => ({ key: `push:${lane}`, lane })));
  const cut = await begin(queue, 4);
  await server.restart(() => cut.mayEnd('push:a'));
  for (const [key, left] of [
    ['push:b', 3],
    ['push:c', 2],
    ['push:d', 1],
  ] as const) {
    cut.mayEnd(key);
    await vi.waitFor(async () => expect(await queue.waiting()).toBe(left));
  }
  await cut.runner.ended;
  await queue.close();
});
