import { DatabaseError } from 'pg';
import { StoreError } from '../database/errors.js';

/** Server and database of a store's URL, for messages. Never contains the user or the password. */
export function placeOf(url: string): string {
  const rest = url.replace(/^postgres(ql)?:\/\//, '');
  const [server = '', database = ''] = rest
    .replace(/[?#].*$/, '')
    .replace(/^.*@/, '')
    .split('/');
  return `postgres://${server}/${database}`;
}

/** Whether the transaction failed because of another one. Nothing was written, and it may be retried at once. */
export function isConflict(error: unknown): boolean {
  return error instanceof StoreError && error.kind === 'busy';
}

/** Turns errors of PostgreSQL and of the network that an operator can act on into StoreErrors. Other errors are returned unchanged. */
export function explainPostgres(error: unknown, place: string): unknown {
  if (!(error instanceof Error) || error instanceof StoreError) return error;
  const cause = { cause: error };
  const code = 'code' in error ? String(error.code) : '';
  if (code === '40001' || code === '40P01' || code === '55P03')
    return new StoreError(
      'busy',
      `The store ${place} was being written by another process at the same time, again and again; nothing was changed. Try again in a moment.`,
      cause,
    );
  if (code === '25006' || code === '42501')
    return new StoreError(
      'read_only',
      `The store ${place} may not be written; nothing was changed. Give the user of the store's address the rights to create and change tables there.`,
      cause,
    );
  if (code === '53100' || code.startsWith('58'))
    return new StoreError(
      'disk',
      `The disk of the server of the store ${place} is full or failing (${code}); nothing was changed. Free space or repair the disk: a process that was at work goes on by itself, one that was only starting has to be started again.`,
      cause,
    );
  if (code === '3D000')
    return new StoreError(
      'missing',
      `There is no such database as the store ${place}. Create it (encoding UTF8), or correct the address under "store".`,
      cause,
    );
  if (code.startsWith('28'))
    return new StoreError(
      'unreachable',
      `The server of the store ${place} refused the user or the password (${code}). Correct the address under "store".`,
      cause,
    );
  return isAway(error, code) ? unreachable(place, code, cause) : error;
}

function unreachable(place: string, code: string, cause: ErrorOptions): StoreError {
  return new StoreError(
    'unreachable',
    `The store ${place} cannot be reached, or the connection to it ended${code === '' ? '' : ` (${code})`}. Check the server and the address under "store": a process that was at work goes on by itself once it answers, one that was only starting has to be started again. What was under way is found as it was left.`,
    cause,
  );
}

/** Whether the server is unreachable: connection and resource errors, a server that stops, starts or ended an idle transaction, network errors. */
function isAway(error: Error, code: string): boolean {
  if (error instanceof DatabaseError) return /^(08|53|57P|25P03)/.test(code);
  return /^E[A-Z_]+$/.test(code) || /connection|timeout|not queryable/i.test(error.message);
}
