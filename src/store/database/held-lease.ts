import type { RawBuilder } from 'kysely';
import type { Lease } from '../contract/leases.js';
import type { Reader } from './database.js';

/** Whether the lease is still valid: not expired, and the lane not taken over. @param time the store's clock */
export async function isHeld(
  reader: Reader,
  { lane, epoch }: Lease,
  time: RawBuilder<number>,
): Promise<boolean> {
  const row = await reader
    .selectFrom('lease')
    .select('token')
    .where('name', '=', lane)
    .where('token', '=', epoch)
    .where('until', '>', time)
    .executeTakeFirst();
  return row !== undefined;
}
