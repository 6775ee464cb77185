import { expect, it } from 'vitest';
import { describedListing } from '../../src/server/api/schemas/ops-documents.js';
import type { ListingRecord } from '../../src/model/listing.js';

it.each(['Stan, 064\u00a0123\u00a045\u00a067', 'Glavna 5, 064–123–45–67', 'Stan, 064/123-45-67'])(
  'a listing with the title %j shows no contact in lists',
  (title) => {
    const times = {
      firstSentAt: null,
      offSince: null,
      lastSeenAt: null,
      graceSince: null,
      pinnedUntil: null,
      activeUntil: null,
      standingSince: null,
    };
    const state = { presence: 'present', intent: 'publish', portal: 'live', owner: 'feed' };
    const row = { title, warnings: [], ...state, ...times } as unknown as ListingRecord;
    const names = { feed: () => null, agency: () => '' };
    const facts = { listing: row, outbox: null, wait: null, issues: [], inDoubt: 0 };
    const condition = { kind: 'live', isInDoubt: false } as const;
    expect(describedListing({ ...facts, condition }, null, names).title).toMatch(/^(Stan|Glavna 5), •••$/);
  },
);
