import type { DaemonRequest } from '../model/daemon-request.js';

/** The result of a request to the daemon. Further numbers and ids are for programs. */
export type RequestResult =
  { ok: true; message: string; [fact: string]: unknown } | { ok: false; message: string };

/** A request that another version wrote may not be readable. It is answered with this result and never executed by guess. */
export const notUnderstood = {
  ok: false,
  message:
    'The daemon does not understand this request: nothing was done. Do the command and the daemon have the same version? Restart the daemon after an upgrade.',
} as const;

/** Whether the request is a round or a comparison, which is a job in its connection's lane. Every other request is a decision. */
export function isRequestedRound({ kind }: Pick<DaemonRequest, 'kind'>): boolean {
  return kind === 'sync' || kind === 'reconcile';
}
