import { isOff, type PortalState } from './listing-states.js';

/**
 * What makes a refused listing worth sending again (RULES R84, R85):
 * - `timed`: time alone, at growing distances
 * - `quota`: room in the agency's plan
 * - `places`: another place directory
 * - `certification`: a changed mapping, or a person
 * - `person`: a person only
 * - `change`: other content, mapping, vocabulary or configuration
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

/** A code that nobody knows waits for a change: sending the same once more would say the same. */
export function retryRule(code: string | null): RetryRule {
  return code !== null && Object.hasOwn(rules, code) ? (rules[code] ?? 'change') : 'change';
}

/** Warnings that vanish when the agency changes at the portal; the listing itself has not changed then. */
export const warningsOfTheAgency: readonly string[] = ['agent_not_member', 'photo_cap_applied'];

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
 * When it may be sent again by itself, or null: not by time, or not any more. A plan that refuses although it seems to have room is
 * not tried at every look at it. @param retries made so far for this content
 */
export function retryAt(code: string | null, retries: number, now: number): number | null {
  const rule = retryRule(code);
  if (rule === 'quota') return now + (waitsMs[retries] ?? dayMs);
  const wait = rule === 'timed' ? waitsMs[retries] : undefined;
  return wait === undefined ? null : now + wait;
}

/** What is remembered of a listing's refusals. */
export interface RefusalRecord {
  /** Sent again so often since its content last changed or it was live. */
  retries: number;
  /** When it was refused first; null while it is not refused. */
  refusedAt: number | null;
  retryAt: number | null;
}

/** The portal refused it, perhaps once more: who waits longest is counted from the first time. */
export function refusedAgain(
  former: Pick<RefusalRecord, 'retries' | 'refusedAt'>,
  code: string | null,
  now: number,
): RefusalRecord {
  const { retries } = former;
  return { retries, refusedAt: former.refusedAt ?? now, retryAt: retryAt(code, retries, now) };
}

/** What the portal says of content before the one that it refused: nothing of the refusal. */
const formerContent: ReadonlySet<PortalState> = new Set<PortalState>([
  'accepted',
  'needs_review',
  'live',
  'inactive',
  'removed',
  'archived',
]);

/** Whether a refusal stands beside what the portal shows: it is not undone by what becomes of older content. */
export function keepsRefusal(
  { portal, wantedDigest }: { portal: PortalState; wantedDigest: string | null },
  shown: { portal: PortalState; digest: string | null },
): boolean {
  const isOlder = isOff(shown.portal) || shown.digest !== wantedDigest;
  return portal === 'rejected' && formerContent.has(shown.portal) && isOlder;
}

/** Nothing is known against it. */
export const notRefused: RefusalRecord = { retries: 0, refusedAt: null, retryAt: null };
