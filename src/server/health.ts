import { diskWords } from '../texts/disk-words.js';
import { stoppedKey } from '../sync/portal-state/key-state.js';
import { within } from '../platform/within.js';
import type { ServerDeps } from './deps.js';

export interface Readiness {
  name: 'store' | 'lock' | 'key' | 'clock' | 'disk';
  ok: boolean;
  /** For the operator. */
  message: string;
}

/** A clock offset above this fails the check, before the portal begins to refuse signatures because of the offset. */
const skewMaxMs = 60_000;

/** A store that takes longer to answer counts as unreachable: the response is sent without the store's data. */
export const storeMsMax = 5_000;

/** Checks, part by part, whether this process can do its work now. */
export async function readiness({
  running,
  isLockHeld,
}: Pick<ServerDeps, 'running' | 'isLockHeld'>): Promise<Readiness[]> {
  const { store, portal, disk, clock } = running();
  const unwritable = (await disk.look()).filter(({ place }) => place !== 'logs');
  const read = async () => {
    await store.feeds.all();
    return { stopped: await stoppedKey(store) };
  };
  const known = await within(clock, storeMsMax, read).catch(() => null);
  const skew = Math.abs(portal.clockOffset());
  return [
    part(
      'store',
      known !== null,
      'The store can be read.',
      'The store cannot be read: `feedsync doctor` says why.',
    ),
    ...(isLockHeld === null ? [] : [lockPart(isLockHeld())]),
    part(
      'disk',
      unwritable.length === 0,
      'Store and data folder can be written.',
      unwritable.map((one) => diskWords(one).sentence.en).join(' '),
    ),
    // Whether the portal refused the key is in the store. While the store cannot be read, the check of the key is left out.
    ...(known === null ? [] : [keyPart(known.stopped === null)]),
    part(
      'clock',
      skew <= skewMaxMs,
      'The clock agrees with the portal’s.',
      `The clock is ${Math.round(skew / 1000)} s away from the portal’s: set this machine’s time.`,
    ),
  ];
}

function lockPart(isHeld: boolean): Readiness {
  return part(
    'lock',
    isHeld,
    'This process holds the lock on its store.',
    'This process no longer holds the lock on its store: another one may work on it. Stop one of them.',
  );
}

function keyPart(isTaken: boolean): Readiness {
  return part(
    'key',
    isTaken,
    'The portal has not refused the key.',
    'The portal refuses the key: nothing is sent until it takes it again. `feedsync doctor` says why.',
  );
}

function part(name: Readiness['name'], ok: boolean, fine: string, wrong: string): Readiness {
  return { name, ok, message: ok ? fine : wrong };
}
