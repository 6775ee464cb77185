import type { OptionsFilter } from '@mantine/core';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { useSpeech } from '../../words/context.js';

type Entry = Schemas['Vocabulary']['fields'][number]['entries'][number];

/** A meaning as an option of a select. */
interface Option {
  value: string;
  label: string;
}

/** A list of meanings from which a word's own is picked. */
interface Vocabulary {
  /** In the chosen language. Empty until the answer arrives, and for a list that is null or unknown. */
  options: readonly Option[];
  /** Finds options by a label in any language: the feed's word may be in another than the page. */
  filter: OptionsFilter;
}

export function useVocabulary(list: string | null): Vocabulary {
  const { told } = useSpeech();
  const { data } = useAnswer(['vocabulary'], (signal) => api.GET('/api/v1/vocabulary', { signal }));
  const entries = data?.fields.find(({ field }) => field === list)?.entries ?? [];
  const options = entries.map(({ key, label }) => ({ value: key, label: told(label) }));
  return { options, filter: finder(entries) };
}

function finder(entries: readonly Entry[]): OptionsFilter {
  const labelsOf = new Map(entries.map(({ key, labels }) => [key, labels.join(' ')]));
  return ({ options, search }) => {
    const wanted = search.trim().toLowerCase();
    const fits = ({ value, label }: Option): boolean =>
      `${label} ${labelsOf.get(value) ?? ''}`.toLowerCase().includes(wanted);
    return options
      .map((each) => ('group' in each ? { ...each, items: each.items.filter(fits) } : each))
      .filter((each) => ('group' in each ? each.items.length > 0 : fits(each)));
  };
}

/**
 * The label of a suggested meaning: that of its option in the list, else its own. Words for yes and no have no list, so their labels are
 * ours.
 */
export function useSuggestionLabel(
  table: string | null,
  options: readonly Option[],
): (suggestion: { key: string | null; label: string }) => string {
  const { t } = useSpeech();
  const labels = new Map(options.map(({ value, label }) => [value, label]));
  if (table === 'boolean') {
    labels.set('true', t('mapping.yes'));
    labels.set('false', t('mapping.no'));
  }
  return ({ key, label }) => (key === null ? label : (labels.get(key) ?? label));
}

/** Likeness from which a meaning is offered as one tap. A town that is named a little alike may be another town. */
const likelyFrom = 0.8;

/** Whether a suggestion is offered as one tap. Of the words for yes and no, both are. */
export function isLikely(table: string | null): (suggestion: { confidence: number }) => boolean {
  return ({ confidence }) => table === 'boolean' || confidence >= likelyFrom;
}
