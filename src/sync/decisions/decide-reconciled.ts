import type { HoldLine, Hold } from '../../model/hold.js';
import type { Decision, DecisionResult } from './decision.js';
import type { Services } from '../services/services.js';

/** Decides foreign listings one by one: approved ones leave the portal, rejected ones are adopted (RULES R146). */
export async function decideForeign(
  hold: Hold,
  lines: readonly HoldLine[],
  { kind, only, author }: Decision,
  { store, clock }: Services,
): Promise<DecisionResult> {
  const shown = lines.map((line) => line.externalId);
  const unknown = (only ?? []).filter((id) => !shown.includes(id));
  if (unknown.length > 0)
    return {
      ok: false,
      message: `Hold ${hold.id} does not show ${unknown.join(', ')}: nothing was changed. \`feedsync holds\` lists what it shows.`,
    };
  const chosen = only ?? shown;
  const decision = kind === 'approve' ? { archive: chosen, adopt: [] } : { archive: [], adopt: chosen };
  await store.reconciles.decideForeign(hold.id, decision, author, clock.now());
  const left = shown.length - chosen.length;
  const rest = left === 0 ? '' : `; ${left} of hold ${hold.id} are still undecided`;
  const what = kind === 'approve' ? 'are removed' : 'are adopted, and stay until they are removed by hand';
  return { ok: true, message: `${chosen.length} listings ${what}${rest}`, listings: chosen.length };
}

/**
 * Approves that listings which the store has as removed leave the portal too. The next reconcile, which is due at once, removes them in the
 * connection's lane, against a new view. It archives nothing that the hold did not show.
 */
export async function approveArchive(
  hold: Hold,
  lines: readonly HoldLine[],
  { author }: Decision,
  { store, clock }: Services,
): Promise<DecisionResult> {
  const ids = lines.map((line) => line.externalId);
  const rows = await store.listings.getMany(hold.connectionId, ids);
  const off = new Set(rows.filter((row) => row.offSince !== null).map((row) => row.externalId));
  const archive = ids.filter((id) => off.has(id));
  await store.reconciles.approveArchive(hold.id, archive, author, clock.now());
  const back = ids.length - archive.length;
  return {
    ok: true,
    message: `hold ${hold.id} approved: the next reconcile removes ${archive.length} listings from the portal${back > 0 ? `, ${back} came back and stay` : ''}`,
    listings: archive.length,
  };
}
