import type { Millis } from '../../model/millis.js';
import type { Store } from '../../store/store.js';
import type { Services } from '../services/services.js';

/** How long after an upgrade its copy is kept, with which an operator can go back to the former release. */
const keptMs = 30 * 24 * 3_600_000;

/** A copy of the store that was made before an upgrade. Erased data is still in it. */
export interface HoldingCopy {
  file: string;
  /** When the copy is removed automatically; null: never. */
  until: Millis | null;
}

export async function holdingCopies({ retention }: Pick<Store, 'retention'>): Promise<HoldingCopy[]> {
  const copies = await retention.upgradeCopies();
  return copies.map(({ file, upgradedAt }) => ({
    file,
    until: upgradedAt === null ? null : upgradedAt + keptMs,
  }));
}

export function copiesText(copies: readonly HoldingCopy[]): string {
  return copies.map((copy) => `; ${copyText(copy)}`).join('');
}

/** A clause that says that the copy exists. */
export function copyText({ file, until }: HoldingCopy): string {
  const removed = until === null ? '' : ` until ${dayOf(until)}, when it is removed`;
  return `the copy ${file}, which was made before an upgrade, may still hold it${removed}: delete that file if the data must be gone now`;
}

export function copiesDocument(copies: readonly HoldingCopy[]): Record<string, string | null>[] {
  return copies.map(({ file, until }) => ({ file, until: until === null ? null : dayOf(until) }));
}

function dayOf(at: Millis): string {
  return new Date(at).toISOString().slice(0, 10);
}

export async function forgetUpgradeCopies({
  store,
  clock,
  log,
}: Pick<Services, 'store' | 'clock' | 'log'>): Promise<void> {
  for (const { file } of await store.retention.forgetUpgradeCopies(clock.now() - keptMs))
    log.info('the copy of the store from before an upgrade was removed', { file });
}
