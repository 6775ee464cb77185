import { expect, it } from 'vitest';
import { listingDocument } from '../../src/server/api/schemas/documents.js';
import type { ListingRecord } from '../../src/model/listing.js';

it.each(['Stan, 064\u00a0123\u00a045\u00a067', 'Glavna 5, 064–123–45–67', 'Stan, 064/123-45-67'])(
  'a listing with the title %j shows no contact in lists',
  (title) => {
    const times = { firstSentAt: null, offSince: null, lastSeenAt: null };
    const row = { title, warnings: [], ...times } as unknown as ListingRecord;
    expect(listingDocument(row, null, () => null).title).toMatch(/^(Stan|Glavna 5), •••$/);
  },
);
