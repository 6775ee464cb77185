import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';

type Entry = Schemas['Vocabulary']['fields'][number]['entries'][number];

/** The portal's keys of a vocabulary list with their labels. Empty until the answer arrives, and for a `list` that is null or unknown. */
export function useVocabulary(list: string | null): readonly Entry[] {
  const { data } = useAnswer(['vocabulary'], (signal) => api.GET('/api/v1/vocabulary', { signal }));
  return data?.fields.find(({ field }) => field === list)?.entries ?? [];
}

/** A key of the vocabulary as an option of a select, with all its labels. */
export function optionOf({ key, labels }: Entry): { value: string; label: string } {
  return { value: key, label: labels.length === 0 ? key : [...new Set(labels)].join(' / ') };
}
