import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { builtFile } from './built-file.js';
import type { Round, RoundDone } from './sandbox-client.js';
import type { PortalSample, PortalReady } from './sandbox-portal.js';

export interface SandboxRow {
  what: string;
  /** Requests or items a second. */
  perSecond: number;
  wanted: string;
}

export interface SandboxResult {
  rows: SandboxRow[];
  /** After every part of the PUTs, oldest first. */
  samples: (PortalSample & { requests: number })[];
  /** Processor milliseconds of the sandbox for one PUT, whatever else the machine does. */
  cpuMsPerPut: number;
  /** Memory of the last three parts against that of the second to fourth, when everything bounded is full. */
  growth: { resident: number; heap: number };
  /** What was not reached; empty when all is well. */
  missed: string[];
  markdown: string;
}

const putsPerSecondWanted = 200;
const growthAllowed = 1.1;
const parts = 10;
const itemsOfBatch = 100;

/**
 * A signing client and the sandbox, each a process of its own, over real HTTP: how many signed PUTs a second, and whether memory
 * stays flat while the same hundred listings come again and again.
 */
export async function measureSandbox({ puts = 100_000, batches = 100 } = {}): Promise<SandboxResult> {
  const client = fork(builtFile('sandbox-client'));
  const publicKey = await nextMessage<string>(client);
  const portal = fork(builtFile('sandbox-portal'), [publicKey], {
    execArgv: ['--expose-gc'],
  });
  try {
    await told(client, await nextMessage<PortalReady>(portal));
    await told<RoundDone>(client, { kind: 'put', requests: 500 } satisfies Round);
    const samples: SandboxResult['samples'] = [];
    const rates: number[] = [];
    for (let part = 1; part <= parts; part++) {
      const round: Round = { kind: 'put', requests: puts / parts };
      rates.push(round.requests / (await told<RoundDone>(client, round)).seconds);
      samples.push({ requests: part * round.requests, ...(await told<PortalSample>(portal, 'sample')) });
    }
    const batched = await told<RoundDone>(client, { kind: 'batch', requests: batches } satisfies Round);
    return judged(rates, samples, (batches * itemsOfBatch) / batched.seconds);
  } finally {
    client.disconnect();
    portal.disconnect();
  }
}

function judged(rates: number[], samples: SandboxResult['samples'], itemsPerSecond: number): SandboxResult {
  const slowest = Math.min(...rates);
  const mean = rates.length / rates.reduce((sum, rate) => sum + 1 / rate, 0);
  const growth = {
    resident: growthOf(samples.map(({ resident }) => resident)),
    heap: growthOf(samples.map(({ heap }) => heap)),
  };
  const rows: SandboxRow[] = [
    { what: 'signed PUTs a second', perSecond: mean, wanted: `at least ${putsPerSecondWanted}` },
    { what: 'the same, slowest tenth', perSecond: slowest, wanted: '' },
    { what: 'items a second, in batches of 100', perSecond: itemsPerSecond, wanted: '' },
  ];
  const missed = [
    ...(mean < putsPerSecondWanted ? [`only ${Math.round(mean)} PUTs a second`] : []),
    ...Object.entries(growth).flatMap(([what, ratio]) =>
      ratio > growthAllowed ? [`${what} memory grew ${ratio.toFixed(2)} times`] : [],
    ),
  ];
  const first = samples[0];
  const last = samples.at(-1);
  const cpuSeconds = (last?.cpuSeconds ?? 0) - (first?.cpuSeconds ?? 0);
  const cpuMsPerPut = (cpuSeconds * 1000) / ((last?.requests ?? 0) - (first?.requests ?? 0));
  const result = { rows, samples, cpuMsPerPut, growth, missed };
  return { ...result, markdown: written(result) };
}

function written({ rows, samples, cpuMsPerPut, growth }: Omit<SandboxResult, 'markdown'>): string {
  return [
    '## The sandbox portal',
    '',
    'A signing client and the sandbox in a process each, over HTTP, eight requests at once; the same hundred listings again and',
    'again, each time changed. Memory of the sandbox is read right after a garbage collection.',
    '',
    '| what | rate | wanted |',
    '| --- | --- | --- |',
    ...rows.map(({ what, perSecond, wanted }) => `| ${what} | ${Math.round(perSecond)} | ${wanted} |`),
    '',
    '| after requests | resident MB | heap MB |',
    '| --- | --- | --- |',
    ...samples.map((one) => `| ${one.requests} | ${one.resident.toFixed(0)} | ${one.heap.toFixed(1)} |`),
    '',
    `One PUT takes ${cpuMsPerPut.toFixed(2)} ms of the sandbox's processor, collections of garbage included.`,
    `The last three lines against the second to fourth, by their medians: resident ${growth.resident.toFixed(2)}, heap ${growth.heap.toFixed(2)}; wanted: at most ${growthAllowed}.`,
    '',
  ].join('\n');
}

function growthOf(megabytes: readonly number[]): number {
  const median = (three: readonly number[]): number => three.toSorted((a, b) => a - b)[1] ?? NaN;
  return median(megabytes.slice(-3)) / median(megabytes.slice(1, 4));
}

async function told<T>(child: ChildProcess, message: object | string): Promise<T> {
  child.send(message);
  return nextMessage<T>(child);
}

/** @throws Error where the process ends instead */
async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const waiting = new AbortController();
  const ended = once(child, 'exit', { signal: waiting.signal }).then(() => {
    throw new Error('A process of the benchmark ended early; what it said stands above.');
  });
  try {
    const [message] = (await Promise.race([once(child, 'message', { signal: waiting.signal }), ended])) as [
      T,
    ];
    return message;
  } finally {
    waiting.abort();
    await ended.catch(() => undefined);
  }
}
