import type { Attention } from '../inspect/attention/listed-items.js';
import { exitCodes, type ExitCode } from './exit.js';
import type { GlobalOptions } from './context.js';
import { maybeIso } from './print/times.js';

/** What a command has to say, for people and for programs. */
export interface Answer {
  /** Empty where all was said already. */
  text: string;
  /** Null where the one document was printed already. */
  json: Record<string, unknown> | null;
  /** Done, but something of it failed. */
  failed?: boolean;
  /** What waits for a person; named in the JSON document. */
  attention?: readonly Attention[];
  /** Whether what waits is this command's own matter, and decides the exit code. */
  needsPerson?: boolean;
}

/** Nothing to decide here: who paused a connection resumes it at the portal. */
const isDecidedHere = ({ kind }: Attention): boolean => kind !== 'connection_paused';

/** What exit code 3 stands for, by `--attention`. */
const isOf: Readonly<Record<GlobalOptions['attention'], (item: Attention) => boolean>> = {
  operator: ({ operator }) => operator,
  new: (item) => item.new && isDecidedHere(item),
  holds: ({ kind }) => kind === 'hold' || kind === 'host_shrunk',
  any: isDecidedHere,
};

export function exitCodeOf(
  answer: Answer,
  { attention: wanted }: Pick<GlobalOptions, 'attention'>,
): ExitCode {
  if (answer.failed === true) return exitCodes.failed;
  const waits = answer.needsPerson === true && (answer.attention ?? []).some(isOf[wanted]);
  return waits ? exitCodes.personNeeded : exitCodes.done;
}

export function documentOf({ json, attention = [] }: Answer): Record<string, unknown> | null {
  if (json === null || attention.length === 0) return json;
  return { ...json, attention: attention.map((item) => ({ ...item, since: maybeIso(item.since) })) };
}
