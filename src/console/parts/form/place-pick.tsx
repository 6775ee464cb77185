import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { useSpeech } from '../../words/context.js';

const typingMs = 250;
const lettersMin = 2;

/** A search in the portal's places. A place that shares its name with others is shown with its city. */
export function PlacePick({
  label,
  value,
  onPick,
}: {
  label: string;
  value: string | null;
  onPick: (key: string | null) => void;
}): ReactNode {
  const { t } = useSpeech();
  const [typed, setTyped] = useState('');
  const [sought] = useDebouncedValue(typed.trim(), typingMs);
  const found = useAnswer(
    ['vocabulary', 'places', sought],
    (signal) => api.GET('/api/v1/places', { params: { query: { q: sought } }, signal }),
    { enabled: sought.length >= lettersMin, keeps: true },
  );
  const keys = sought.length < lettersMin ? [] : (found.data?.places ?? []).map(({ key }) => key);
  const options = value === null || keys.includes(value) ? keys : [value, ...keys];
  return (
    <Select
      size="xs"
      w={240}
      aria-label={label}
      placeholder={t('place.pick')}
      data={options}
      searchable
      clearable
      filter={({ options: all }) => all}
      withScrollArea={false}
      classNames={{ options: 'pick-options' }}
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage={t(sought.length < lettersMin ? 'place.type' : 'place.none')}
      value={value}
      onChange={onPick}
      onSearchChange={setTyped}
    />
  );
}
