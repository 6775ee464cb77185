import { InvalidArgumentError, type Command } from 'commander';
import type { Answer } from './answer.js';
import type { Context } from './context.js';

/** What a command does with its arguments and its own options. */
type Action<O> = (context: Context, args: readonly string[], options: O) => Promise<Answer>;

/** Makes a handler for commander from an action: runs it, prints its answer and keeps the exit code. */
export type Bind = <O>(action: Action<O>) => (...given: unknown[]) => Promise<void>;

const attentionCommands = new WeakSet<Command>();

/** The command exits with 3 while attention items match `--attention`. Every other command ignores them. */
export function exitsForAttention(command: Command): Command {
  attentionCommands.add(command);
  return command;
}

export function doesExitForAttention(command: Command): boolean {
  return attentionCommands.has(command);
}

/** Reads an option that is a whole number. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Write a whole number.');
  return Number(text);
}

/** Collects the values of an option that can be repeated. */
export function several(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}
