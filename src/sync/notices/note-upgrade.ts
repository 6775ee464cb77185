import { z } from 'zod';
import type { Services } from '../services/services.js';

const metaKey = 'upgrade.notes';
const storedSchema = z.array(z.string());

/** What this release changed for users of the former one. Each note is logged once, at the first start after the upgrade. */
const notes: Readonly<Record<string, string>> = {
  'exit-code-3':
    'exit code 3 now means that the operator must look: --attention operator is the default of every command; write --attention any for what it meant before',
  'remind-after':
    'an open hold is reported again after three days, no longer after one, and then each week: notices.remind_after sets the first time',
};

/** Must run before the configured feeds are declared: a store without feeds is new and needs no notes. */
export async function noteUpgrade({ store, log }: Pick<Services, 'store' | 'log'>): Promise<void> {
  const stored = await store.meta.get(metaKey);
  const noted = new Set(stored === null ? [] : storedSchema.parse(JSON.parse(stored)));
  const fresh = Object.keys(notes).filter((key) => !noted.has(key));
  if (fresh.length === 0) return;
  const isUpgrade = (await store.feeds.all()).length > 0;
  if (isUpgrade) for (const key of fresh) log.warn('changed by this release', { change: notes[key] ?? '' });
  await store.meta.set(metaKey, JSON.stringify([...noted, ...fresh]));
}
