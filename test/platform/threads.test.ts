import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasRoomForPartner, startPartner, type Partner } from '../../src/platform/process/partner-thread.js';
import { createThreads, ThreadError, type Threads } from '../../src/platform/process/threads.js';

/** What a thread is told to do: it counts the job, and may end for it. */
const entry = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ setup, job }) => {
    if (job.dies) process.exit();
    Atomics.add(job.done, 0, 1);
    Atomics.notify(job.done, 0);
    parentPort.postMessage(job.fails ? { failure: 'no' } : { result: [job.number, setup ?? 'as before'] });
  });
`;

let folder: string;
let threads: Threads;
let done: Int32Array;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'feedsync-threads-'));
  const file = join(folder, 'entry.mjs');
  writeFileSync(file, entry);
  threads = createThreads(pathToFileURL(file));
  done = new Int32Array(new SharedArrayBuffer(4));
});
afterEach(async () => {
  await threads.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (number: number, more: { fails?: boolean; dies?: boolean } = {}): Promise<unknown> =>
  threads.run({ setup: { key: 'all', data: 'set up' }, job: { number, done, ...more } });

describe('threads', () => {
  it('answer each job with its own result, and are set up once', async () => {
    const numbers = Array.from({ length: 10 }, (_, number) => number);
    const results = (await Promise.all(numbers.map((number) => run(number)))) as [number, string][];
    expect(results.map(([number]) => number)).toEqual(numbers);
    const setUps = results.filter(([, setup]) => setup === 'set up').length;
    expect(setUps).toBe(Math.min(threads.count, numbers.length));
  });

  it('begin what waits for them while the thread that gave it is busy', async () => {
    const jobs = 4 * threads.count;
    const given = Promise.all(Array.from({ length: jobs }, (_, number) => run(number)));
    // Nothing is received here meanwhile.
    for (let seen = 0; seen < jobs; seen = Atomics.load(done, 0))
      expect(Atomics.wait(done, 0, seen, 20_000)).not.toBe('timed-out');
    expect(await given).toHaveLength(jobs);
  });

  it('fail a job alone, and with a thread that ends all that waits for it', async () => {
    const settled = await Promise.allSettled([run(0), run(1, { fails: true }), run(2)]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const lost = Array.from({ length: 2 * threads.count }, (_, number) => run(number, { dies: true }));
    for (const one of await Promise.allSettled(lost))
      expect(one).toMatchObject({ status: 'rejected', reason: expect.any(ThreadError) as unknown });
    expect(await run(3)).toEqual([3, 'set up']);
  });

  it('fail a job that cannot be handed over, and answer the next ones as ever', async () => {
    const job = { number: 0, done, unheardOf: () => undefined };
    await expect(threads.run({ setup: { key: 'all', data: 'set up' }, job })).rejects.toThrow(
      'could not be cloned',
    );
    expect(await run(1)).toEqual([1, 'set up']);
    expect(await run(2)).toMatchObject([2, expect.any(String)]);
  });

  it('are ended with what they still had to do', async () => {
    const given = run(0);
    await Promise.all([threads.close(), expect(given).rejects.toThrow('the process is ending')]);
  });
});

describe('a partner', () => {
  const partnerOf = (text: string): Partner => {
    const file = join(folder, 'partner.mjs');
    writeFileSync(file, `import { parentPort, workerData } from 'node:worker_threads';\n${text}`);
    return startPartner(pathToFileURL(file), 3);
  };

  it('is heard in its order, also what it said before it ended', async () => {
    const partner = partnerOf('for (let n = 0; n < workerData; n++) parentPort.postMessage(n);');
    expect([await partner.received(), await partner.received(), await partner.received()]).toEqual([0, 1, 2]);
    await expect(partner.received()).rejects.toThrow(new ThreadError('the thread ended'));
    await partner.end();
  });

  it('hears what it is sent, whoever waits for whom', async () => {
    const partner = partnerOf(
      "parentPort.on('message', (bytes) => parentPort.postMessage(bytes.length + workerData));",
    );
    const answer = partner.received();
    const bytes = new Uint8Array(5);
    partner.send(bytes, [bytes.buffer]);
    expect(await answer).toBe(8);
    expect(bytes).toHaveLength(0);
    await partner.end();
    await expect(partner.received()).rejects.toThrow(ThreadError);
  });

  it('that fails says why to whoever waits for it', async () => {
    const partner = partnerOf("throw new Error('out of luck');");
    await expect(partner.received()).rejects.toThrow(new ThreadError('out of luck'));
    await partner.end();
  });

  it('is refused where every processor has one, until one has ended', async () => {
    const started: Partner[] = [];
    while (hasRoomForPartner()) started.push(partnerOf("parentPort.on('message', () => undefined);"));
    expect(started).toHaveLength(threads.count);
    await Promise.all(started.map((partner) => partner.end()));
    expect(hasRoomForPartner()).toBe(true);
  });
});

describe('a thread with limits', () => {
  /** Jobs that never end, that hold bytes outside of the heap or fill it, and one that answers. */
  const entryOf = (sources: string): string => `
    import { serveThread, checkMemory } from '${sources}';
    serveThread(() => (job) => {
      if (job === 'loop') for (;;);
      const kept = [];
      if (job === 'heap') for (;;) kept.push([...'x'.repeat(1000)]);
      if (job === 'bytes') for (;;) { kept.push(Buffer.alloc(1024 * 1024, 1)); checkMemory(); }
      return { result: job, transfer: [] };
    });
  `;
  const limited = (job: string, limitMs = 300): Promise<unknown> =>
    threads.run({ setup: { key: 'all', data: null, limitMs: 1 }, job, limitMs });

  beforeEach(() => {
    const file = join(folder, 'limits.ts');
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(file, entryOf(new URL('../../src/platform/process/threads.ts', import.meta.url).href));
    // From its sources, with the loader of TypeScript.
    threads = createThreads(pathToFileURL(file), 1);
  });

  it('fails the job that takes too long, and does what waited behind it', async () => {
    const settled = await Promise.allSettled([limited('a'), limited('loop'), limited('b'), limited('c')]);
    expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as unknown)))).toEqual([
      'a',
      new ThreadError('it took longer than 0.3 s', 'time'),
      'b',
      'c',
    ]);
    expect(settled[1]).toMatchObject({ reason: { failure: 'time' } });
  });

  it('fails the job that fills its memory, bytes outside of the heap included', async () => {
    const settled = await Promise.allSettled(['bytes', 'heap', 'd'].map((job) => limited(job, 30_000)));
    expect(settled).toMatchObject([
      { status: 'rejected', reason: { failure: 'memory' } },
      { status: 'rejected', reason: { failure: 'memory' } },
      { status: 'fulfilled', value: 'd' },
    ]);
  });

  it('has what is left of a budget for several jobs', async () => {
    const budget = { leftMs: 100 };
    const job = { setup: { key: 'all', data: null }, job: 'loop', limitMs: 60_000, budget };
    await expect(threads.run(job)).rejects.toMatchObject({ failure: 'time' });
    budget.leftMs = 60_000;
    expect(await threads.run({ ...job, job: 'e' })).toBe('e');
    expect(budget.leftMs).toBeLessThan(60_000);
  });

  it('is given the time in which the process stood still', async () => {
    const given = limited('f', 150);
    const job = limited('g', 150);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
    expect(await Promise.all([given, job])).toEqual(['f', 'g']);
  });
});
