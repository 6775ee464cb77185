import type { Log } from '../platform/log/log.js';
import type { Upgrade } from '../store/upkeep/upgrade-copy.js';

/** One line before the schema of an older release is changed: with it goes the way back. */
export function logUpgrade(log: Log): (upgrade: Upgrade) => void {
  return ({ from, to, copy }) => {
    if (copy === null)
      log.warn(
        'the store is brought to the schema of this release; the way back is a dump that was made before (pg_dump), since feedsync makes none',
        { from, to },
      );
    else
      log.warn('the store was copied, and is now brought to the schema of this release', {
        ...{ from, to, copy: copy.file, bytes: copy.bytes },
      });
  };
}
