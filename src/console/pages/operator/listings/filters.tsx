import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../../api/client.js';
import { useAnswer } from '../../../api/queries.js';
import { bound, Form } from '../../../parts/form/form.js';
import { FilterBar } from '../../../parts/list/filter-bar.js';
import { SortChoice } from '../../../parts/list/sorting.js';
import { ViewChoice } from '../../../parts/listings/view-choice.js';
import { useSpeech } from '../../../words/context.js';
import { names, type Filters } from './list-query.js';
import { useSortColumns } from './listing-table.js';

interface Chosen {
  filters: Filters;
  set: (changed: Partial<Filters>) => void;
}
type Codes = readonly Schemas['ListingCounts']['codes'][number][];

/** The search field and the filters. The search runs when the form is submitted. */
export function Search({ filters, set, codes }: Chosen & { codes: Codes }): ReactNode {
  const { t } = useSpeech();
  const [q, setQ] = useState(filters.q);
  const columns = useSortColumns();
  const isFiltered = names.some((name) => name !== 'sort' && filters[name] !== '');
  const lift = (): void =>
    set(Object.fromEntries(names.filter((name) => name !== 'sort').map((name) => [name, ''])));
  return (
    <Form onSubmit={() => set({ q: q.trim() })} role="search">
      <Stack gap="xs">
        <Group gap="xs" align="end" wrap="nowrap">
          <TextInput
            className="grow"
            type="search"
            aria-label={t('listings.search')}
            placeholder={t('listings.search')}
            {...bound(q, setQ)}
          />
          <Button type="submit">{t('overview.find.do')}</Button>
        </Group>
        <FilterBar lift={isFiltered ? lift : null}>
          <AgencyChoice filters={filters} set={set} />
          <ViewChoice filters={filters} set={set} size="xs" />
          <CodeChoice filters={filters} set={set} codes={codes} />
          <NativeSelect
            size="xs"
            label={t('listings.age')}
            {...bound(filters.stale, (stale) => set({ stale }))}
            data={[
              { value: '', label: t('listings.any_age') },
              { value: 'true', label: t('listings.stale') },
            ]}
          />
          {filters.feed !== '' && (
            <TextInput
              size="xs"
              label={t('listings.feed')}
              {...bound(filters.feed, (feed) => set({ feed }))}
            />
          )}
          <SortChoice columns={columns} sorting={{ by: filters.sort, set: (sort) => set({ sort }) }} />
        </FilterBar>
      </Stack>
    </Form>
  );
}

function AgencyChoice({ filters: { connection }, set }: Chosen): ReactNode {
  const { t, language } = useSpeech();
  const known = useAnswer(['connections'], (signal) => api.GET('/api/v1/connections', { signal }));
  const agencies = (known.data?.connections ?? [])
    .map(({ id, agency }) => ({ value: id, label: agency }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
  const isKnown = connection === '' || agencies.some(({ value }) => value === connection);
  return (
    <NativeSelect
      size="xs"
      maw="14rem"
      label={t('listings.agency')}
      {...bound(connection, (value) => set({ connection: value }))}
      data={[
        { value: '', label: t('listings.agency.any') },
        ...(isKnown ? [] : [{ value: connection, label: connection.slice(0, 8) }]),
        ...agencies,
      ]}
    />
  );
}

/** Codes with which the portal refuses listings, in words. */
function CodeChoice({ filters: { code }, set, codes }: Chosen & { codes: Codes }): ReactNode {
  const { t, told, number } = useSpeech();
  const isKnown = code === '' || codes.some((each) => each.code === code);
  if (codes.length === 0 && code === '') return null;
  return (
    <NativeSelect
      size="xs"
      maw="18rem"
      label={t('listings.refused_with')}
      {...bound(code, (value) => set({ code: value }))}
      data={[
        { value: '', label: t('listings.refused_with.any') },
        ...(isKnown ? [] : [{ value: code, label: code }]),
        ...codes.map((each) => ({
          value: each.code,
          label: `${told(each.why)} (${number(each.count)})`,
        })),
      ]}
    />
  );
}
