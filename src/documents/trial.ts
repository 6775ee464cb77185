import type { Cost } from '../inspect/mapping-trial/cost.js';
import type { Trial } from '../inspect/mapping-trial/try-mapping.js';
import { differenceDocument } from './story.js';
import { maybeIso } from './time.js';

/** @param valueOf writes a listing's value: as it is for `--json`, as JSON text for the API */
export function trialDocument<Value>({ snapshot, preview, cost }: Trial, valueOf: (value: unknown) => Value) {
  const { samples, unknownWords, ...counts } = preview;
  return {
    read_at: maybeIso(snapshot?.fetchedAt ?? null),
    preview: {
      ...counts,
      samples: samples.map(({ externalId, ...sample }) => ({ external_id: externalId, ...sample })),
      unknown_words: unknownWords,
    },
    cost: costDocument(cost, valueOf),
  };
}

function costDocument<Value>(
  { takenOff, samples, budget, changes: _, ...counts }: Cost,
  valueOf: (value: unknown) => Value,
) {
  const { items, ownChanges, waiting, itemsPerHour, neededMs } = budget;
  return {
    ...counts,
    taken_off: takenOff,
    samples: samples.map(({ externalId, title, differences }) => ({
      external_id: externalId,
      title,
      differences: differences.map((difference) => differenceDocument(difference, valueOf)),
    })),
    budget: {
      items,
      own_changes: ownChanges,
      waiting,
      items_per_hour: itemsPerHour,
      needed_seconds: neededMs === null ? null : Math.round(neededMs / 1000),
    },
  };
}
