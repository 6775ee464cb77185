import { afterAll, beforeAll, expect, it } from 'vitest';
import { openJobQueue, type JobQueue, type Runner } from '../../src/engine/job-queue.js';
import { silentLog } from '../../src/platform/log.js';
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

/** Runs one job and says when it was begun; it ends when it is told to. */
async function begin(queue: JobQueue): Promise<{ mayEnd: () => void; runner: Runner }> {
  let mayEnd = (): void => undefined;
  const ending = new Promise<void>((end) => (mayEnd = end));
  let begun = (): void => undefined;
  const taken = new Promise<void>((done) => (begun = done));
  const runner = await queue.run(async () => {
    begun();
    await ending;
  });
  await taken;
  return { mayEnd, runner };
}

/** What it took is told to be done by then. */
async function end({ mayEnd, runner }: Awaited<ReturnType<typeof begin>>): Promise<void> {
  mayEnd();
  await runner.stop();
  await runner.promise;
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
  await server.restart(cut.mayEnd);
  await cut.runner.promise;
  await queue.release(await holders(store));

  await queue.add([job]);
  await end(await begin(queue));
  expect(await queue.waiting()).toBe(0);
  await queue.close();
});
