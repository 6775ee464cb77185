import { Help } from 'commander';
import { attentionMeanings } from './answer.js';
import { exitCodeMeanings } from './exit.js';

/** In the help of each command that exits with 3. */
export const attentionNote = 'Exits with 3 while something needs attention (see --attention).';

const columns = 80;

export const daemonNote =
  'Every command works while the daemon runs, except migrate and a second run on a store in a file. ' +
  'Commands that change listings, feeds or holds hand the change to the daemon and wait for its result; ' +
  'without a daemon they make it themselves.';

/** What holds for every command, below the list of commands. */
export function programNotes(): string {
  return [
    'Exit codes:',
    list(Object.entries(exitCodeMeanings), 2),
    list(Object.entries(attentionMeanings), 5),
    '',
    new Help().boxWrap(daemonNote, columns),
  ].join('\n');
}

/** A phrase of the help as a sentence. */
export function sentence(phrase: string): string {
  return /[.!?]$/.test(phrase) ? phrase : `${phrase}.`;
}

/** Terms and their meanings in two columns. */
function list(entries: readonly (readonly [term: string, meaning: string])[], indent: number): string {
  const help = new Help();
  const width = Math.max(...entries.map(([term]) => term.length)) + 2;
  const margin = ' '.repeat(indent + width);
  return entries
    .map(([term, meaning]) => {
      const lines = help.boxWrap(meaning, columns - margin.length).split('\n');
      return `${' '.repeat(indent)}${term.padEnd(width)}${lines.join(`\n${margin}`)}`;
    })
    .join('\n');
}
