import type { PortalConnection } from '../../src/model/connection.js';

/** A connection as the portal describes it. */
export function portalConnection(change: Partial<PortalConnection> = {}): PortalConnection {
  return {
    id: 'con_test',
    status: 'active',
    environment: 'sandbox',
    agency: {
      name: 'Primer',
      register_number: '1234',
      verification_status: 'verified',
      listing_quota: { used: 0, limit: null },
      photo_limit: 30,
    },
    created_at: '2026-01-01T00:00:00Z',
    redeemed_at: null,
    certified_at: null,
    paused: null,
    counts: { live: 0, paused: 0, review: 0, failed: 0 },
    last_push_at: null,
    ...change,
  };
}
