import { isRemoved, type PortalState } from '../../model/listing-states.js';

/**
 * The event after which a refused listing is retried (RULES R112, R113):
 * - `timed`: a growing delay
 * - `quota`: room in the agency's plan
 * - `places`: a changed place directory
 * - `certification`: a changed mapping, or a request by hand
 * - `person`: a request by hand only
 * - `change`: changed content, mapping, vocabulary or configuration
 */
export type RetryRule = 'timed' | 'quota' | 'places' | 'certification' | 'person' | 'change';

const rules: Readonly<Record<string, RetryRule>> = {
  worker_error: 'timed',
  photo_fetch_failed: 'timed',
  quota_exceeded: 'quota',
  geo_unresolved: 'places',
  certification_rejected: 'certification',
  moderation_blocked: 'person',
  duplicate: 'person',
};

/** The rule of a code. An unknown code waits for a change, because the same content would get the same answer. */
export function retryRule(code: string | null): RetryRule {
  return code !== null && Object.hasOwn(rules, code) ? (rules[code] ?? 'change') : 'change';
}

/**
 * The portal accepted the listing without its agent. The agency can clear this at the portal, without a change of the listing. Its summary
 * does not show its members, so any change of the summary is an occasion.
 */
export const agentDropped = 'agent_not_member';

/** The portal accepted the listing without its last photos. */
export const photosDropped = 'photo_cap_applied';

/**
 * Whether another plan of the agency may keep photos that the portal dropped. A lower limit may too: between two readings the limit may have
 * been lower still. It does for certain if it has room for all photos of the listing.
 * @param former limit of photos when it was last read
 */
export function mayKeepMorePhotos(photos: number, former: number, now: number): boolean {
  return now > former || (now < former && photos <= now);
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const waitsMs: readonly number[] = [
  15 * minuteMs,
  hourMs,
  6 * hourMs,
  24 * hourMs,
  ...Array<number>(7).fill(dayMs),
];

/**
 * When a refused listing is retried automatically; null: never, because its rule is not timed or its retries are used up. `quota` has a
 * delay too, so that a plan that refuses although it seems to have room is not tried at every check.
 * @param retries made so far for this content
 */
export function retryAt(code: string | null, retries: number, now: number): number | null {
  const rule = retryRule(code);
  if (rule === 'quota') return now + (waitsMs[retries] ?? dayMs);
  const wait = rule === 'timed' ? waitsMs[retries] : undefined;
  return wait === undefined ? null : now + wait;
}

/** The stored state of a listing's refusals. */
export interface RefusalRecord {
  /** Number of retries since its content last changed or it was last live. */
  retries: number;
  /** When the listing was first refused; null while it is not refused. */
  refusedAt: number | null;
  retryAt: number | null;
}

/** The state after a refusal. `refusedAt` keeps the time of the first refusal, from which the waiting time counts. */
export function refusedAgain(
  former: Pick<RefusalRecord, 'retries' | 'refusedAt'>,
  code: string | null,
  now: number,
): RefusalRecord {
  const { retries } = former;
  return { retries, refusedAt: former.refusedAt ?? now, retryAt: retryAt(code, retries, now) };
}

/** States that the portal shows for content older than the refused one. */
const formerContent: ReadonlySet<PortalState> = new Set<PortalState>([
  'accepted',
  'needs_review',
  'live',
  'inactive',
  'removed',
  'archived',
]);

/** Whether a refusal stays in force although the portal shows another state, because that state is of older content. */
export function keepsRefusal(
  { portal, wantedDigest }: { portal: PortalState; wantedDigest: string | null },
  shown: { portal: PortalState; digest: string | null },
): boolean {
  const isOlder = isRemoved(shown.portal) || shown.digest !== wantedDigest;
  return portal === 'rejected' && formerContent.has(shown.portal) && isOlder;
}

/** The state of a listing that is not refused. */
export const notRefused: RefusalRecord = { retries: 0, refusedAt: null, retryAt: null };
