import type { RawBuilder } from 'kysely';
import type { Lease } from '../contract/leases.js';
import type { Reader } from './database.js';

/** @param time the store's clock */
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
