import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSpeech } from '../../words/context.js';
import { bound } from '../form/form.js';
import { filtersOf, viewNames, viewOf, type ViewFilters } from './listing-view.js';

/** Chooses which listings a list shows. */
export function ViewChoice({
  filters,
  set,
  size,
}: {
  filters: ViewFilters;
  set: (changed: ViewFilters) => void;
  size?: 'xs';
}): ReactNode {
  const { t } = useSpeech();
  return (
    <NativeSelect
      {...(size !== undefined && { size })}
      label={t('view.choose')}
      {...bound(viewOf(filters), (name) => set(filtersOf(name)))}
      data={[
        { value: '', label: t('view.all') },
        ...viewNames.map((value) => ({
          value,
          label:
            value === 'there' || value === 'held' || value === 'missing'
              ? t(`view.${value}`)
              : t(`standing.${value}`),
        })),
      ]}
    />
  );
}
