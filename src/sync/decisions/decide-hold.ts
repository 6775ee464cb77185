import { keepsListing } from '../../core/removals/absence.js';
import { expectAbove } from '../../core/removals/typed-above.js';
import { isRemovalLine, type HoldLine, type Hold, type RemovalLine } from '../../model/hold.js';
import type { Millis } from '../../model/millis.js';
import type { Claim, ContentChange, Rename } from '../../store/store.js';
import { decideContentHold } from './decide-content.js';
import { approveArchive, decideForeign } from './decide-reconciled.js';
import { inactiveContents } from '../removals/visibility.js';
import { transferOrphan } from './transfer-orphan.js';
import type { Decision, DecisionResult } from './decision.js';
import type { Services } from '../services/services.js';

export type { Decision, DecisionResult } from './decision.js';

/**
 * Executes a decision about a hold: for exactly the listings that the hold shows, without those that are no longer absent. Approved
 * removals become outbox entries in the same transaction; rejected ones are pinned (RULES R77, R78).
 */
export async function decideHold(decision: Decision, services: Services): Promise<DecisionResult> {
  const { store, clock, limits } = services;
  const found = await store.holds.get(decision.holdId);
  const refusal = refuse(found?.hold ?? null, decision);
  if (found === null || refusal !== null) return { ok: false, message: refusal ?? noHold(decision.holdId) };
  const { hold, lines } = found;
  if (decision.hideUntil !== undefined) return hide(found, decision.hideUntil, decision.author, services);
  if (hold.kind === 'content') return decideContentHold(hold, decision, services);
  if (decision.rekey === true) return acceptRekey(found, decision.author, services);
  if (decision.giveTo !== undefined) return transferOrphan(hold, decision.giveTo, decision.author, services);
  if (hold.kind === 'foreign') return decideForeign(hold, lines, decision, services);
  if (hold.kind === 'confirmation' && decision.kind === 'approve')
    return approveArchive(hold, lines, decision, services);

  if (decision.kind === 'reject') {
    await store.holds.decide(
      hold.id,
      { kind: 'rejected', pinnedUntil: clock.now() + limits.pinMs },
      decision.author,
      clock.now(),
    );
    return {
      ok: true,
      message: rejected(hold, lines),
      listings: lines.length,
    };
  }
  const { remove, passOn } = await stillAbsent(hold, lines.filter(isRemovalLine), services);
  const deactivate = await stillInactive(hold, lines, services);
  await store.holds.decide(
    hold.id,
    { kind: 'approved', remove, deactivate, passOn },
    decision.author,
    clock.now(),
  );
  const listings = remove.length + deactivate.length;
  return { ok: true, message: approved(hold, lines, remove.length, deactivate.length), listings };
}

/** Removes nothing: if no record continues a listing of the hold, the next poll finds the listing absent and treats it like any absence. */
async function acceptRekey(
  { hold, lines, renames }: { hold: Hold; lines: readonly HoldLine[]; renames: readonly Rename[] },
  author: string,
  services: Services,
): Promise<DecisionResult> {
  if (renames.length === 0)
    return {
      ok: false,
      message: `Hold ${hold.id} proposes no new ids: no record matches one of its listings in address, area and price. Nothing was changed; \`feedsync holds\` shows what it asks.`,
    };
  await services.store.holds.decide(hold.id, { kind: 'rekeyed' }, author, services.clock.now());
  const others = lines.length - renames.length;
  return {
    ok: true,
    message: `hold ${hold.id} approved: ${renames.length} listings go on under the new ids of their records${others > 0 ? `, ${others} are treated as missing` : ''}; the file that was held is taken over at the next poll`,
    listings: renames.length,
  };
}

/** A year and a month: an agency that closes for a season comes back before. */
const hiddenMsMax = 400 * 24 * 3_600_000;

/**
 * Hides the listings of a hold instead of removing them: they become inactive and keep their ids. A listing comes back when its feed has it
 * again, and by nothing else (RULES R217).
 * @param until when the removal of those that the feed still lacks is asked about again
 */
async function hide(
  { hold, lines }: { hold: Hold; lines: readonly HoldLine[] },
  until: Millis,
  author: string,
  services: Services,
): Promise<DecisionResult> {
  const { store, clock } = services;
  const now = clock.now();
  if (hold.kind !== 'removals' || hold.feedId === null)
    return {
      ok: false,
      message: `Hold ${hold.id} asks about no removals: nothing was changed. Only listings that would leave the portal can be hidden.`,
    };
  if (until <= now || until > now + hiddenMsMax)
    return { ok: false, message: 'Choose a day within the next 400 days: nothing was changed.' };
  if (await store.rawRecords.any(hold.feedId))
    return {
      ok: false,
      message: `This feed sends changes, so that what it sent last is read again and would show the listings at once: nothing was changed. Approve or reject hold ${hold.id}.`,
    };
  const { remove } = await stillAbsent(hold, lines.filter(isRemovalLine), services);
  const ids = remove.map(({ externalId }) => externalId);
  const absent = await store.listings.getMany(hold.connectionId, ids);
  const stated = hold.inactiveCount + absent.filter(({ intent }) => intent === 'remove').length;
  if (stated > 0)
    return {
      ok: false,
      message: `The feed itself calls ${stated} of these listings sold, withdrawn or inactive: nothing was changed. Approve or reject hold ${hold.id}; what the feed calls inactive is hidden by an approval.`,
    };
  const feed = await services.currentFeed(hold.feedId);
  const missing = await inactiveContents(absent, hold.connectionId, feed, services);
  await store.holds.decide(hold.id, { kind: 'hidden', until, missing }, author, now);
  const hidden = missing.length;
  const back = lines.length - hidden;
  return {
    ok: true,
    message: `hold ${hold.id} decided: ${hidden} listings are hidden and keep their ids${back > 0 ? `, ${back} came back or are another feed’s and stay` : ''}`,
    listings: hidden,
  };
}

function refuse(hold: Hold | null, { holdId, kind, expect, only }: Decision): string | null {
  if (hold === null) return noHold(holdId);
  if (hold.state !== 'open')
    return `Hold ${holdId} is already ${hold.state}: nothing was changed. \`feedsync holds\` lists the open ones.`;
  if (expect !== null && expect !== hold.lineCount)
    return `Hold ${holdId} now shows ${hold.lineCount} listings, not ${expect}: nothing was changed. Look again with \`feedsync holds\`, then repeat with --expect ${hold.lineCount}.`;
  if (only !== undefined && hold.kind !== 'foreign')
    return `Hold ${holdId} is decided as a whole: nothing was changed. --only is for listings that nothing here knows.`;
  if (kind === 'approve' && expect === null && (only?.length ?? hold.lineCount) > expectAbove)
    return `Hold ${holdId} shows ${hold.lineCount} listings: to approve more than ${expectAbove}, repeat with --expect ${hold.lineCount}.`;
  return null;
}

function noHold(id: number): string {
  return `There is no hold ${id}. \`feedsync holds\` lists the open ones.`;
}

/**
 * The lines of the hold that are still absent. The source is not fetched for this: the poll that found a listing again has dropped its line
 * from the hold. A listing that another feed of the connection has is not removed. It is transferred to that feed, at the next poll, or at
 * once if its own feed is no longer polled.
 */
async function stillAbsent(
  hold: Hold,
  lines: readonly RemovalLine[],
  { store }: Services,
): Promise<{ remove: RemovalLine[]; passOn: Claim[] }> {
  const isOrphans = hold.kind === 'orphan';
  const rows = await store.listings.getMany(
    hold.connectionId,
    lines.map((line) => line.externalId),
  );
  const gone = new Set(
    rows
      .filter((row) => row.offSince === null && (hold.kind !== 'removals' || row.presence === 'held'))
      .filter((row) => !isOrphans || row.feedId === hold.feedId)
      .map((row) => row.externalId),
  );
  const claims = hold.feedId === null ? [] : await store.listings.claims(hold.feedId);
  const stated = new Set(rows.filter(({ intent }) => intent === 'remove').map((row) => row.externalId));
  const alive = claims
    // If the listings of an orphaned feed are removed, a claim of another orphaned feed does not keep them.
    .filter(({ life }) => !isOrphans || life !== 'orphaned')
    .filter(({ externalId, life }) => keepsListing(life, stated.has(externalId)));
  for (const { externalId } of alive) gone.delete(externalId);
  return { remove: lines.filter((line) => gone.has(line.externalId)), passOn: isOrphans ? alive : [] };
}

/** New contents for the lines whose records still call their listings inactive. A line whose listing came back to active has left the hold. */
async function stillInactive(
  hold: Hold,
  lines: readonly HoldLine[],
  services: Services,
): Promise<ContentChange[]> {
  const ids = lines.filter((line) => !isRemovalLine(line)).map(({ externalId }) => externalId);
  if (ids.length === 0 || hold.feedId === null) return [];
  const rows = await services.store.listings.getMany(hold.connectionId, ids);
  const held = rows.filter(({ deactivation, offSince }) => deactivation === 'held' && offSince === null);
  return inactiveContents(held, hold.connectionId, await services.currentFeed(hold.feedId), services);
}

function rejected(hold: Hold, lines: readonly HoldLine[]): string {
  const shown = lines.length;
  return hold.kind === 'plan' && shown === 0
    ? `hold ${hold.id} rejected: the file is not taken over, and the portal stays as it is`
    : `hold ${hold.id} rejected: ${shown} listings stay on the portal${lines.every(isRemovalLine) ? '' : ' as they are'}`;
}

function approved(hold: Hold, lines: readonly HoldLine[], removed: number, inactive: number): string {
  const shown = lines.length;
  const back = shown - removed - inactive;
  const file = 'the file that was held is taken over at the next poll';
  if (hold.kind === 'plan' && shown === 0) return `hold ${hold.id} approved: ${file}`;
  const plan = hold.kind === 'plan' ? `; ${file}` : '';
  const hidden = lines.every(isRemovalLine)
    ? `${removed} listings are removed`
    : lines.some(isRemovalLine)
      ? `${removed} listings are removed and ${inactive} become inactive`
      : `${inactive} listings become inactive`;
  return `hold ${hold.id} approved: ${hidden}${back > 0 ? `, ${back} came back or are another feed’s and stay` : ''}${plan}`;
}
