import { repairCode } from '../../model/repair.js';
import { repairNames } from '../../texts/repair-words.js';
import type { Reading } from './reading.js';

type Repairs = Reading['repairs'] | undefined;

/** The counts of a run, by the code of the repair: `repaired_bare_ampersand`. Kinds that were not met are left out. */
export function repairCounts(repairs: Repairs): Record<string, number> {
  return Object.fromEntries([...(repairs ?? [])].map(([kind, count]) => [repairCode(kind), count]));
}

/** The repairs of a run as a part of its message; null for none. */
export function repairText(repairs: Repairs): string | null {
  const parts = [...(repairs ?? [])].map(([kind, count]) => `${repairNames[kind].en} ${count}`);
  return parts.length === 0 ? null : `repaired: ${parts.join(', ')}`;
}
