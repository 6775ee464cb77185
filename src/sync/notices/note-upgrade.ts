import { z } from 'zod';
import type { Services } from '../services/services.js';

const metaKey = 'upgrade.notes';
const storedSchema = z.array(z.string());

/** What a release changed for those who ran the one before; each is logged once, at the first start after the upgrade. */
const notes: Readonly<Record<string, string>> = {
  'exit-code-3':
    'exit code 3 now means that the operator is to look: --attention operator is the default of every command; write --attention any for what it meant before',
  'remind-after':
    'an open hold is reported again after three days and then each week, and no more after one: notices.remind_after sets the first time',
};

/** @param services before the feeds of the configuration are declared: a store without feeds is a new one, which has nothing to be told */
export async function noteUpgrade({ store, log }: Pick<Services, 'store' | 'log'>): Promise<void> {
  const stored = await store.meta.get(metaKey);
  const noted = new Set(stored === null ? [] : storedSchema.parse(JSON.parse(stored)));
  const fresh = Object.keys(notes).filter((key) => !noted.has(key));
  if (fresh.length === 0) return;
  const isUpgrade = (await store.feeds.all()).length > 0;
  if (isUpgrade) for (const key of fresh) log.warn('changed by this release', { change: notes[key] ?? '' });
  await store.meta.set(metaKey, JSON.stringify([...noted, ...fresh]));
}
