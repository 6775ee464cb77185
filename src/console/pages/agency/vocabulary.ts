import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { useSpeech } from '../../words/context.js';

type Entry = Schemas['Vocabulary']['fields'][number]['entries'][number];

/** The portal's keys of a vocabulary list with their labels. Empty until the answer arrives, and for a `list` that is null or unknown. */
export function useVocabulary(list: string | null): readonly Entry[] {
  const { data } = useAnswer(['vocabulary'], (signal) => api.GET('/api/v1/vocabulary', { signal }));
  return data?.fields.find(({ field }) => field === list)?.entries ?? [];
}

/** The label of a suggested meaning. Words for yes and no have no list of the portal, so their labels are ours. */
export function useSuggestionLabel(
  table: string | null,
): (suggestion: { key: string; label: string }) => string {
  const { t } = useSpeech();
  if (table !== 'boolean') return ({ label }) => label;
  return ({ key, label }) => (key === 'true' ? t('mapping.yes') : key === 'false' ? t('mapping.no') : label);
}

/** A key of the vocabulary as an option of a select, with all its labels. */
export function optionOf({ key, labels }: Entry): { value: string; label: string } {
  return { value: key, label: labels.length === 0 ? key : [...new Set(labels)].join(' / ') };
}
