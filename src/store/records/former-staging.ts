import type { Reader, Writer } from '../database/database.js';
import { firstOf } from '../database/queries.js';

/*
 * Releases up to 0.1.0 staged records in the table `staged`. This release writes no row there. The table stays in the schema: dropping it
 * would be a step of the schema of its own, after which no earlier build of it could be put back.
 */

export async function hasStaged(reader: Reader, feedId: number): Promise<boolean> {
  return (
    (await firstOf(reader.selectFrom('staged').select('ordinal').where('feedId', '=', feedId).limit(1))) !==
    null
  );
}

/** See RecordStore.discardStaged. A record row without a kind was added by staging and never committed. */
export async function discardStaged(writer: Writer, feedId: number): Promise<void> {
  await writer.deleteFrom('staged').where('feedId', '=', feedId).execute();
  await writer.deleteFrom('record').where('feedId', '=', feedId).where('kind', 'is', null).execute();
}
