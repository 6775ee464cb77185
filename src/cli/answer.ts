import type { Attention } from '../inspect/attention/listed-items.js';
import { exitCodes, type ExitCode } from './exit.js';
import type { GlobalOptions } from './context.js';
import { maybeIso } from './print/times.js';

/** The result of a command, as text and as a document. */
export interface Answer {
  /** Empty if everything was printed already. */
  text: string;
  /** Null if the one document was printed already. */
  json: Record<string, unknown> | null;
  /** The command is done, but a part of it failed. */
  failed?: boolean;
  /** Open attention items; the JSON document lists them. */
  attention?: readonly Attention[];
}

/** Whether an attention item can be decided in feedsync. A paused connection cannot: it is resumed at the portal. */
const isDecidedHere = ({ kind }: Attention): boolean => kind !== 'connection_paused';

/** Which attention items exit code 3 stands for, by the value of `--attention`. */
const isCounted: Readonly<Record<GlobalOptions['attention'], (item: Attention) => boolean>> = {
  operator: ({ operator }) => operator,
  new: (item) => item.new && isDecidedHere(item),
  holds: ({ kind }) => kind === 'hold' || kind === 'host_shrunk',
  any: isDecidedHere,
};

/** The values of `--attention`, as the help lists them. */
export const attentionMeanings: Readonly<Record<GlobalOptions['attention'], string>> = {
  operator: 'What only the operator can end, an open hold, or a question older than notices.remind_after.',
  new: 'What came up in the latest poll of its feed, or since; not a paused connection.',
  holds: 'An open hold, or feeds of one host that lost listings at the same time.',
  any: 'Everything but a paused connection.',
};

/** @param exitsForAttention whether the command exits with 3 for attention items */
export function exitCodeOf(
  { failed = false, attention = [] }: Answer,
  { attention: counted }: Pick<GlobalOptions, 'attention'>,
  exitsForAttention: boolean,
): ExitCode {
  if (failed) return exitCodes.failed;
  const isNeeded = exitsForAttention && attention.some(isCounted[counted]);
  return isNeeded ? exitCodes.attentionNeeded : exitCodes.done;
}

export function documentOf({ json, attention = [] }: Answer): Record<string, unknown> | null {
  if (json === null || attention.length === 0) return json;
  return { ...json, attention: attention.map((item) => ({ ...item, since: maybeIso(item.since) })) };
}
