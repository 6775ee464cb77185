import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { useSpeech } from '../../words/context.js';

type Entry = Schemas['Vocabulary']['fields'][number]['entries'][number];

/**
 * The keys of a list with their labels. Empty until the answer arrives, and for a `list` that is null or unknown. Labels of the portal are
 * shown in all their languages, since the feed's word may be in any; those of states are our own, in Serbian and English.
 */
export function useVocabulary(list: string | null): readonly Entry[] {
  const { told } = useSpeech();
  const { data } = useAnswer(['vocabulary'], (signal) => api.GET('/api/v1/vocabulary', { signal }));
  const entries = data?.fields.find(({ field }) => field === list)?.entries ?? [];
  if (list !== 'state') return entries;
  return entries.map(({ key, labels: [sr = key, en = sr] }) => ({ key, labels: [told({ sr, en })] }));
}

/** The label of a suggested key, as the list has it. */
function labelIn(entries: readonly Entry[], { key, label }: { key: string; label: string }): string {
  return entries.find((entry) => entry.key === key)?.labels[0] ?? label;
}

/**
 * The label of a suggested meaning: that of its entry in the list, else its own. Words for yes and no have no list, so their labels are
 * ours.
 */
export function useSuggestionLabel(
  table: string | null,
  entries: readonly Entry[],
): (suggestion: { key: string; label: string }) => string {
  const { t } = useSpeech();
  if (table !== 'boolean') return (suggestion) => labelIn(entries, suggestion);
  return ({ key, label }) => (key === 'true' ? t('mapping.yes') : key === 'false' ? t('mapping.no') : label);
}

/** A key of the vocabulary as an option of a select, with all its labels. */
export function optionOf({ key, labels }: Entry): { value: string; label: string } {
  return { value: key, label: labels.length === 0 ? key : [...new Set(labels)].join(' / ') };
}
