import { blocksOf, type Writer } from './database.js';
import type { ListingEvent } from '../../model/listing.js';
import { eventCodec } from './tables.js';

/** Adds entries to the timelines of listings, in the caller's transaction. */
export async function addEvents(writer: Writer, events: readonly ListingEvent[]): Promise<void> {
  for (const block of blocksOf(events))
    await writer
      .insertInto('event')
      .values(block.map((event) => eventCodec.encode(event)))
      .execute();
}
