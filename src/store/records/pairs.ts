import { pairId } from '../../core/listing/external-id.js';
import type { Reader } from '../database/database.js';

/** See RecordStore.pairs. */
export async function pairsOf(reader: Reader, feedId: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('record')
    .select('sourceId')
    .where('feedId', '=', feedId)
    .where((eb) =>
      eb.or([
        eb('sourceId', 'like', `%${pairId('', 'sale')}`),
        eb('sourceId', 'like', `%${pairId('', 'rent')}`),
      ]),
    )
    .execute();
  return rows.map(({ sourceId }) => sourceId);
}
