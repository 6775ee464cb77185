import type { Log } from '../platform/log/log.js';
import type { Upgrade } from '../store/upkeep/upgrade-copy.js';

/** Logs one line before the schema of an older release is changed, which ends the way back. */
export function logUpgrade(log: Log): (upgrade: Upgrade) => void {
  return ({ from, to, copy }) => {
    if (copy === null)
      log.warn(
        'the store is upgraded to the schema of this release; the way back is a dump from before (pg_dump), which feedsync does not make',
        { from, to },
      );
    else
      log.warn('the store was copied, and is now upgraded to the schema of this release', {
        ...{ from, to, copy: copy.file, bytes: copy.bytes },
      });
  };
}
