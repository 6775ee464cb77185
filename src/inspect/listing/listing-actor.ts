import { isAgencysHold } from '../../model/hold.js';
import type { Actor } from '../../model/sentence.js';
import type { ListingCondition } from '../../model/standing.js';
import { failureCause } from '../../texts/failure-causes.js';
import { pausedBy, pauseWords } from '../../texts/listing/pause-words.js';
import type { OutboxWait } from '../../texts/listing/wait-words.js';
import type { VerdictFacts } from './verdict.js';
import type { Wait } from './wait.js';

/** Who must act so that the portal shows what the feed has; `nobody` where nothing is missing, or all goes on by itself. */
export function listingActor(
  { hold, doubts, record, feed, listing, connection }: VerdictFacts,
  condition: ListingCondition | null,
  wait: Wait | null,
): Actor {
  if (hold !== null && hold.kind !== 'content') return isAgencysHold(hold) ? 'agency' : 'partner';
  if (doubts.length > 0) return 'agency';
  if (condition === null) return record?.kind === 'invalid' ? ofRecord(record.issues) : 'nobody';
  switch (condition.kind) {
    case 'held':
    case 'waits_for_value':
    case 'taken_down':
      return 'agency';
    case 'unpublishable':
      return ofRecord(record?.issues ?? []);
    case 'refused':
      return condition.isQueued && wait !== null
        ? ofWait(wait, connection)
        : failureCause(listing?.failureCode ?? null).actor;
    case 'foreign':
      return 'partner';
    case 'in_review':
      return 'portal_staff';
    case 'suppressed':
      return condition.isThere && wait !== null ? ofWait(wait, connection) : 'nobody';
    case 'change':
    case 'leaving':
    case 'not_shown':
      return wait === null ? 'nobody' : ofWait(wait, connection);
    case 'inactive':
      return condition.isUnpriced ? 'agency' : 'nobody';
    default:
      // What the portal shows stays, but no change would reach it: the agency must connect again, or the operator ask the source's owner.
      if (connection?.status === 'revoked') return 'agency';
      return feed?.life === 'stalled' ? 'partner' : 'nobody';
  }
}

/** What the mapping or the import cannot do is the partner's; what the feed lacks, the agency's. */
function ofRecord(issues: NonNullable<VerdictFacts['record']>['issues']): Actor {
  const first = issues.find(({ severity }) => severity === 'error');
  return first !== undefined && ofImport.has(first.code) ? 'partner' : 'agency';
}

const ofImport: ReadonlySet<string> = new Set([
  ...['attribute_unknown', 'condition_failed', 'partner_asked', 'record_failed', 'record_too_costly'],
  ...['unclear_column', 'unreadable'],
]);

function ofWait({ kind, code }: Wait, connection: VerdictFacts['connection']): Actor {
  if (kind === 'refused') return failureCause(code).actor;
  if (kind !== 'connection_paused') return waitActors[kind];
  return pauseWords(pausedBy(connection?.remote?.paused ?? null), null).actor;
}

const waitActors: Readonly<Record<Exclude<OutboxWait, 'connection_paused'> | 'not_shown', Actor>> = {
  plan_full: 'agency',
  item_refused: 'agency',
  too_large: 'agency',
  not_shown: 'agency',
  connection_revoked: 'agency',
  key: 'partner',
  connection_not_found: 'partner',
  request_refused: 'partner',
  not_sendable: 'partner',
  batches_refused: 'partner',
  certifying: 'portal_staff',
  no_answer: 'portal_staff',
  portal_trouble: 'portal_staff',
  adopting: 'nobody',
  leaving: 'nobody',
  budget: 'nobody',
};
