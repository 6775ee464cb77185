import { createHash } from 'node:crypto';
import type { SimulationOptions } from './simulated.js';
import { simulate } from './simulation.js';

/** `tell-story.ts SEED OPTIONS`: a digest of what happens in a process of its own. */
const [seed = '1', options = '{}'] = process.argv.slice(2);
const { story } = await simulate(Number(seed), JSON.parse(options) as SimulationOptions);
process.stdout.write(digestOf(story));

function digestOf(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}
