import { InvalidArgumentError } from 'commander';
import type { Answer } from './answer.js';
import type { Context } from './context.js';

/** What a command does with its arguments and its own options. */
type Action<O> = (context: Context, args: readonly string[], options: O) => Promise<Answer>;

/** Hangs an action on a command: runs it, prints its answer, keeps the exit code. */
export type Bind = <O>(action: Action<O>) => (...given: unknown[]) => Promise<void>;

/** Reads an option that is a whole number. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Write a whole number.');
  return Number(text);
}

/** Gathers an option that may be given several times. */
export function several(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}
