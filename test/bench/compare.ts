import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Contender, lines, type Cost, type Line } from './lines.js';
import { buildRevision } from './revision.js';
import { writeSoakPart } from './results-file.js';

/** Rounds in which each contender has its turn. */
const rounds = 5;

/**
 * `npm run bench -- compare REV [RECORDS [LINE…]]`: this checkout against another revision, line by line. In each round the two and the
 * peer run one after the other, and who begins alternates, so that what else the machine does falls on all alike. Each process is counted
 * whole: start, poll, the closing of its store.
 */
export async function compare(given: readonly string[]): Promise<void> {
  const [name, records = '20000', ...chosen] = given;
  const unknown = chosen.filter((line) => !lines.some((one) => one.name === line));
  if (name === undefined || !(Number(records) > 0) || unknown.length > 0) {
    const known = lines.map((line) => line.name).join(', ');
    process.stderr.write(`Give a revision, a number of records, and lines among ${known}.\n`);
    process.exitCode = 2;
    return;
  }
  const revision = buildRevision(name);
  const folder = mkdtempSync(join(tmpdir(), 'feedsync-compare-'));
  try {
    const measured: Compared[] = [];
    for (const line of lines.filter((one) => chosen.length === 0 || chosen.includes(one.name))) {
      const compared = await compareLine(line, Number(records), folder, revision.folder);
      process.stderr.write(`${row(compared)}\n`);
      measured.push(compared);
    }
    const text = report(revision.commit, Number(records), measured);
    process.stdout.write(text);
    writeSoakPart('compare', text);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    revision.remove();
  }
}

interface Compared {
  line: Line;
  former: Cost[];
  present: Cost[];
  peer: Cost[];
}

async function compareLine(line: Line, records: number, folder: string, former: string): Promise<Compared> {
  const { mapping, changedEvery } = line;
  const feed = join(folder, 'feed');
  const contenders = {
    former: new Contender(former, join(folder, 'former')),
    present: new Contender(resolve('.'), join(folder, 'present')),
  };
  const compared: Compared = { line, former: [], present: [], peer: [] };
  const write = (turn: number): Promise<void> =>
    line.write(feed, {
      records,
      exportedAt: `export ${turn}`,
      changedEvery: turn === 0 ? 0 : (changedEvery ?? 0),
      raise: turn * 100,
    });
  await write(0);
  for (const one of Object.values(contenders)) {
    one.begin(feed, mapping);
    if (changedEvery !== null) one.run('poll', feed, mapping);
  }
  for (let round = 1; round <= rounds; round++) {
    if (changedEvery !== null) await write(round);
    const order = round % 2 === 0 ? (['former', 'present'] as const) : (['present', 'former'] as const);
    for (const side of order) {
      if (changedEvery === null) contenders[side].begin(feed, mapping);
      compared[side].push(contenders[side].run('poll', feed, mapping));
    }
    compared.peer.push(contenders.present.run(line.peer, feed, mapping));
  }
  return compared;
}

function report(commit: string, records: number, measured: readonly Compared[]): string {
  const [cpu] = cpus();
  const on = `${cpus().length} × ${cpu?.model ?? 'unknown'}, Node ${process.version}, load ${(loadavg()[0] ?? 0).toFixed(1)}`;
  return `\`npm run bench -- compare ${commit} ${records}\`: this release against ${commit}, ${records} records, on ${on}. Medians of ${rounds} rounds in turns; in
brackets the lowest and the highest ratio of a round. Each process is counted whole, from its start to the closed store.

| line | processor seconds before | now | ratio | ratio of seconds | ratio of peak memory | peer | processor time × peer |
| --- | --- | --- | --- | --- | --- | --- | --- |
${measured.map(row).join('\n')}
`;
}

function row({ line, former, present, peer }: Compared): string {
  const cpu = (costs: readonly Cost[]): number[] => costs.map(({ cpuSeconds }) => cpuSeconds);
  const ratio = (of: (cost: Cost) => number): string => {
    const each = present.map((cost, index) => of(cost) / of(former[index] ?? cost));
    const [low, high] = [Math.min(...each), Math.max(...each)];
    const whole = median(present.map(of)) / median(former.map(of));
    return `${whole.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
  };
  const cells = [
    line.name,
    median(cpu(former)).toFixed(2),
    median(cpu(present)).toFixed(2),
    ratio(({ cpuSeconds }) => cpuSeconds),
    ratio(({ seconds }) => seconds),
    ratio(({ peakMegabytes }) => peakMegabytes),
    line.peer,
    (median(cpu(present)) / median(cpu(peer))).toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** `npm run bench -- profile LINE [RECORDS]`: keeps a `.cpuprofile` of the line's poll for each thread, and says where they are. */
export async function profile(given: readonly string[]): Promise<void> {
  const line = lines.find(({ name }) => name === given[0]);
  const records = Number(given[1] ?? 20_000);
  if (line === undefined || !(records > 0)) {
    process.stderr.write(
      `Give one of ${lines.map(({ name }) => name).join(', ')}, and a number of records.\n`,
    );
    process.exitCode = 2;
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'feedsync-profile-'));
  const kept = mkdtempSync(join(tmpdir(), `feedsync-${line.name}-`));
  const feed = join(folder, 'feed');
  const contender = new Contender(resolve('.'), join(folder, 'store'));
  try {
    const shape = { records, exportedAt: 'first', changedEvery: 0, raise: 0 };
    await line.write(feed, shape);
    contender.begin(feed, line.mapping);
    if (line.changedEvery !== null) {
      contender.run('poll', feed, line.mapping);
      await line.write(feed, { ...shape, exportedAt: 'second', changedEvery: line.changedEvery, raise: 100 });
    }
    const flags = ['--cpu-prof', '--cpu-prof-dir', kept];
    const { cpuSeconds } = contender.run('poll', feed, line.mapping, flags);
    process.stdout.write(`${cpuSeconds.toFixed(2)} s of processor time. One profile for each thread:\n`);
    for (const name of readdirSync(kept)) process.stdout.write(`${join(kept, name)}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
