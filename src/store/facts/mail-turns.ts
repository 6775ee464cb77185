import { z } from 'zod';
import type { Millis } from '../../model/millis.js';
import type { Store } from '../store.js';

const metaKey = 'invitations.mailed';
/** When each turn ends at the latest, by what it is about. */
const schema = z.record(z.string(), z.number());

type Turns = z.infer<typeof schema>;

function read(text: string | null): Turns {
  return text === null ? {} : schema.parse(JSON.parse(text));
}

/**
 * Takes the turn to mail to an address, which no other process gets until it ends.
 * @param address what stands for the address: no address itself is kept
 * @returns whether it was free
 */
export async function startMailTurn(
  { meta }: Pick<Store, 'meta'>,
  address: string,
  { now, until }: { now: Millis; until: Millis },
): Promise<boolean> {
  return meta.change(metaKey, (text) => {
    const open = Object.entries(read(text)).filter(([, end]) => end > now);
    return open.some(([one]) => one === address)
      ? null
      : JSON.stringify(Object.fromEntries([...open, [address, until]]));
  });
}

export async function endMailTurn({ meta }: Pick<Store, 'meta'>, address: string): Promise<void> {
  await meta.change(metaKey, (text) => {
    const { [address]: ended, ...others } = read(text);
    return ended === undefined ? null : JSON.stringify(others);
  });
}
