import type { Measured, Task } from './task.js';

const task = JSON.parse(process.argv[2] ?? '') as Task;
const measured = await run(task);
const peakMegabytes = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ ...measured, peakMegabytes } satisfies Measured));

/** Each loads what it needs alone: its memory is its own. */
async function run(task: Task): Promise<Omit<Measured, 'peakMegabytes'>> {
  if (task.kind === 'prepare' || task.kind === 'poll' || task.kind === 'later-polls') {
    // As main.ts does.
    const { keepHeapsSmall } = await import('../../src/platform/process/memory.js');
    keepHeapsSmall();
    const { prepare, pollConfigured, laterPolls } = await import('./measure-poll.js');
    if (task.kind === 'later-polls') return laterPolls(task);
    return task.kind === 'poll' ? pollConfigured(task.folder) : prepare(task);
  }
  const { parseAll } = await import('./measure-parsers.js');
  return parseAll(task.kind, task);
}
