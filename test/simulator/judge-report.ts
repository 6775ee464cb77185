import type { JobReport } from '../../src/sync/job.js';
import type { World } from './network.js';

/** What a job says of itself is known to the witness. @param of.by the name of the life that did it */
export function judgeReport(report: JobReport, of: { key: string; by: string; world: World }): void {
  const { key, by, world } = of;
  if (report.kind === 'requested') for (const inner of report.jobs) judgeReport(inner, of);
  if (report.kind !== 'poll' && report.kind !== 'push' && report.kind !== 'reconcile') return;
  if (report.kind === 'poll') {
    const { feed, state } = report.report;
    const agency = world.agencies.find(({ name }) => name === feed);
    if (state === 'held') {
      world.witness.heldFeeds.add(feed);
      agency?.hold();
      if (agency !== undefined) world.planted.isHeld(agency);
    } else if (state === 'done' || state === 'unchanged') {
      // A file of changes that waits behind a held one brings nothing when it is met once more.
      if (state === 'done' || agency?.kind === 'full') world.witness.heldFeeds.delete(feed);
      agency?.settle(by);
      if (agency !== undefined) world.planted.tookOver(agency);
    } else if (state === 'deferred' && agency !== undefined) world.planted.putOff(agency);
  }
  world.note(`${key}: ${report.report.state}: ${report.report.message}`);
  if (report.report.state === 'failed' && /does not add up|bug in feedsync/.test(report.report.message))
    world.witness.broken(`${key}: ${report.report.message}`);
}
