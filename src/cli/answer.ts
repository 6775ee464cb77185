import type { Attention } from '../inspect/attention/waiting.js';
import { exitCodes, type ExitCode } from './exit.js';
import type { GlobalOptions } from './context.js';
import { isoTime } from './times.js';

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

/** Told, and nothing to decide here: who paused a connection resumes it at the portal (SEMANTICS 7). */
const needsNobody: ReadonlySet<Attention['kind']> = new Set(['connection_paused']);

export function exitCodeOf(
  answer: Answer,
  { attention: wanted }: Pick<GlobalOptions, 'attention'>,
): ExitCode {
  if (answer.failed === true) return exitCodes.failed;
  const counts = (item: Attention): boolean =>
    !needsNobody.has(item.kind) &&
    (wanted === 'any' ||
      (wanted === 'holds' ? item.kind === 'hold' || item.kind === 'host_shrunk' : item.new));
  const waits = answer.needsPerson === true && (answer.attention ?? []).some(counts);
  return waits ? exitCodes.personNeeded : exitCodes.done;
}

export function documentOf({ json, attention = [] }: Answer): Record<string, unknown> | null {
  if (json === null || attention.length === 0) return json;
  return { ...json, attention: attention.map((item) => ({ ...item, since: isoTime(item.since) })) };
}
