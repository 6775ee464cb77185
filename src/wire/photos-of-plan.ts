import { photosMax } from './limits.js';
import type { PortalConnection } from '../model/connection.js';

/**
 * The number of photos to send for a listing: the portal drops photos over the agency's plan. After a change to a larger plan, listings are
 * sent again (RULES R153).
 * @param remote the connection as last read from the portal; null if it was never read
 */
export function photosOfPlan(remote: PortalConnection | null): number {
  return Math.min(photosMax, remote?.agency.photo_limit ?? photosMax);
}
