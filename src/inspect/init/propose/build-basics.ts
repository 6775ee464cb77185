import type { MappingDraft } from './draft/draft.js';
import type { Matches } from './match/match-fields.js';
import { dateFormsOf, stampFormOf } from '../profile/date-texts.js';

/**
 * Adds the record's change date if a field has such a name. If more than two records have it and all values begin with the same 16
 * characters, that is the date of the export: then the field is not used, and `stale` says so.
 */
export function buildUpdated(draft: MappingDraft, { best }: Matches): { stale: string | null } {
  const updated = best.get('updated');
  if (!updated?.byName) return { stale: null };
  const texts = [...updated.field.distinct.keys()];
  const stamp = stampFormOf(texts);
  const forms = stamp === null ? dateFormsOf(texts) : [stamp];
  if (forms.length === 0) return { stale: null };
  const day = (text: string): string => text.slice(0, 16);
  const days = new Set(texts.map(day));
  if (days.size === 1 && updated.shape.filled > 2) {
    return {
      stale: `All listings have the same date ${[...days][0] ?? ''} in ${updated.field.path}: that is the date of the export, so the field is not used.`,
    };
  }
  draft.put('updated_at', { from: updated.field.path, date: forms.length === 1 ? forms[0] : forms }, updated);
  return { stale: null };
}
