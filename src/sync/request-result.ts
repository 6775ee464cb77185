import type { DaemonRequest } from '../model/daemon-request.js';

/** What became of a person's wish. Numbers and ids beside the sentence are for programs. */
export type RequestResult =
  { ok: true; message: string; [fact: string]: unknown } | { ok: false; message: string };

/** What another version of the command asked for may not be readable; it is answered, not carried out by guess. */
export const notUnderstood = {
  ok: false,
  message:
    'The daemon does not understand this request: nothing was done. Are the command and the daemon of one version? Restart the daemon after an upgrade.',
} as const;

/** A round or a comparison is a job of its connection's lane; every other wish is a decision. */
export function isRequestedRound({ kind }: Pick<DaemonRequest, 'kind'>): boolean {
  return kind === 'sync' || kind === 'reconcile';
}
