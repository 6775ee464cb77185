import type { SimulationOptions } from './simulated.js';

export interface KnownSeed {
  seed: number;
  within: SimulationOptions;
  /** The promise that it breaks there. */
  breaks: RegExp;
}

const day: SimulationOptions = { hours: 6, quietHours: 4 };
const night: SimulationOptions = { hours: 6, quietHours: 26 };
/** People write the contents. */
const written: SimulationOptions = { contents: true, hours: 8, quietHours: 8 };
const stillHad = /was taken off by .*, although agency-\d still had it in its last whole file$/;

/**
 * One seed for each planted mistake, short enough to be run every time. What the daemon asks for in another order moves the chance of
 * all that follows: `npx tsx test/soak/find-known-seeds.ts` finds the seeds anew.
 */
export const known: Readonly<Record<string, KnownSeed>> = {
  'counts an invalid record as missing': { seed: 14, within: day, breaks: stillHad },
  'takes a new key for each try': {
    seed: 6,
    within: night,
    breaks: /was sent again although the portal shows this very content$/,
  },
  'splits the list of the nightly comparison': { seed: 1, within: night, breaks: stillHad },
  'reads a file that was cut': {
    seed: 118,
    within: night,
    breaks: /was taken off by .* after \d whole file without it$|still had it in its last whole file$/,
  },
  'keeps only what the configuration names': {
    seed: 16,
    within: { hours: 24, quietHours: 14 },
    breaks: /was taken off by .*reconcile(, although agency-\d still had it| after 0 whole file without it)/,
  },
  'takes "unchanged" for success': {
    seed: 14,
    within: { hours: 12, quietHours: 2 },
    breaks: /is believed to be on the portal as it was sent, and is not$/,
  },
  'knows fingerprints of former versions': {
    seed: 39,
    within: day,
    breaks: /the balance does not add up: listings present/,
  },
  'takes what a file of changes lacks for gone': { seed: 7, within: night, breaks: stillHad },
  'sends again what was refused': {
    seed: 1,
    within: day,
    breaks: /was sent 3 times more after it was refused \(invalid_payload\)/,
  },
  'lets a job take as long as it will': {
    seed: 20,
    within: day,
    breaks: /^a job still waits for .* after 20 minutes$/,
  },
  'lets doubtful prices go live': {
    seed: 2,
    within: night,
    breaks: /went from .* to \d+, and no one confirmed it$/,
  },
  'lets a job that was ended go on': {
    seed: 118,
    within: day,
    breaks: /^a job that was ended (changed the store|sent something) once .* came$/,
  },
  'tries at once what failed unforeseen': { seed: 190, within: day, breaks: /^40 looks at the same moment/ },
  'waits for a time that a wrong clock wrote': {
    seed: 23,
    within: night,
    breaks: /^agency-\d (has not been asked for its file for \d+ hours$|is behind for no planted reason)/,
  },
  'names the first reason that it ever had': {
    seed: 40,
    within: { ...night, spells: true },
    breaks: /^agency-\d is behind by file: \w+, and what is shown is: .*cannot be read/,
  },
  'remembers the budget in memory alone': {
    seed: 3,
    within: day,
    breaks: /^the portal had to say "too many" to .*connection_item_limit/,
  },
  'takes what is sold in other words for on offer': {
    seed: 7,
    within: written,
    breaks: /although its files call it sold$|is shown although no feed offers it/,
  },
  'takes words that it does not know for on offer': {
    seed: 27,
    within: written,
    breaks: /was published as on offer although no one knows what “.*” means$/,
  },
  'asks about no unknown word of what is live': {
    seed: 2,
    within: written,
    breaks: /^at the end no one is asked what “.*” of .* means$/,
  },
  'lets ten times the price go live': {
    seed: 1,
    within: written,
    breaks: /went from .* to \d+, and no one confirmed it$/,
  },
  'takes a no for a yes': {
    seed: 27,
    within: written,
    breaks: /went from .* to \d+, and no one confirmed it$/,
  },
  'forgets that a currency was asked about': {
    seed: 21,
    within: written,
    breaks: /went from EUR to RSD at the same figure, and no one confirmed it$/,
  },
  'lets a doubt delay what is sold': {
    seed: 24,
    within: written,
    breaks: /although its files call it sold$|is shown as on offer although its feed says: sold$/,
  },
  'glues two photo addresses': {
    seed: 1,
    within: written,
    breaks: /is no address that its agency has|is several addresses/,
  },
  'calls a part of a file the whole': {
    seed: 15,
    within: written,
    breaks: /still had it in its last whole file$|, which no whole file ever said$/,
  },
  'takes an older file for a newer one': {
    seed: 8,
    within: written,
    breaks: /went back to \d+, which only files before that of \d+ say$/,
  },
};
