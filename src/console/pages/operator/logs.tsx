import { NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { usePages } from '../../api/queries.js';
import { bound, boundCheck } from '../../parts/form/form.js';
import { MoreButton } from '../../parts/more-button.js';
import { FilterBar } from '../../parts/list/filter-bar.js';
import { queryOfRange, rangeNames, TimeRangeChoice } from '../../parts/list/time-range.js';
import { PageTitle } from '../../parts/page-title.js';
import { EmptyPart, FailurePart, LoadingPart } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';
import { LogLines } from './log-lines.js';
import { useFilters } from '../../parts/use-filters.js';
import { useLiveLog } from './use-live-log.js';

const levels = ['debug', 'info', 'warn', 'error'] as const;
const names = ['level', 'feed', 'connection', 'run', 'listing', 'q', ...rangeNames] as const;
type Filters = Readonly<Record<(typeof names)[number], string>>;

/** The daemon's log with filters. New lines appear as they are written, unless the user switches that off. */
export default function LogsPage(): ReactNode {
  const { t, atOf } = useSpeech();
  const [filters, set] = useFilters(names);
  const [isLive, setLive] = useState(true);
  const query = { ...queryOf(filters), ...queryOfRange(filters, atOf) };
  const pages = usePages(['logs', query], (next, signal) =>
    api.GET('/api/v1/logs', { params: { query: { limit: 100, ...query, ...next } }, signal }),
  );
  const live = useLiveLog(query, isLive);
  const former = pages.data?.pages.flatMap((page) => page.lines);
  const known = new Set(former?.slice(0, 100).map(identityOf));
  const lines = [...live.lines.filter((line) => !known.has(identityOf(line))), ...(former ?? [])];
  return (
    <>
      <PageTitle
        title={t('nav.logs')}
        action={<Switch label={t('logs.live')} {...boundCheck(isLive, setLive)} />}
      />
      <Stack gap="sm">
        <FilterFields filters={filters} set={set} />
        {live.isLost && <Text size="sm">{t('logs.live.lost')}</Text>}
        {former === undefined &&
          (pages.error === null ? <LoadingPart /> : <FailurePart error={pages.error} />)}
        {former !== undefined && lines.length === 0 && (
          <EmptyPart title={t('logs.none')}>{t('logs.none.more')}</EmptyPart>
        )}
        {lines.length > 0 && <LogLines lines={lines} />}
        <MoreButton pages={pages} />
      </Stack>
    </>
  );
}

/** A text that is equal for the same log line: a live line may be on the first page too, and must be shown once. */
function identityOf({ at, event, fields }: Schemas['LogLine']): string {
  return `${at} ${event} ${JSON.stringify(fields)}`;
}

function FilterFields({
  filters,
  set,
}: {
  filters: Filters;
  set: (changed: Partial<Filters>) => void;
}): ReactNode {
  const { t } = useSpeech();
  const field = (name: 'q' | 'feed' | 'connection' | 'run' | 'listing', label: string): ReactNode => (
    <TextInput
      size="xs"
      type={name === 'q' ? 'search' : 'text'}
      label={label}
      w={{ base: '47%', sm: 150 }}
      {...bound(filters[name], (value) => set({ [name]: value }))}
    />
  );
  return (
    <FilterBar
      hasTimes
      lift={
        names.some((name) => filters[name] !== '')
          ? () => set(Object.fromEntries(names.map((name) => [name, ''])))
          : null
      }
    >
      <NativeSelect
        size="xs"
        label={t('logs.level')}
        w={{ base: '47%', sm: 150 }}
        value={filters.level === '' ? 'info' : filters.level}
        onChange={({ currentTarget }) => set({ level: currentTarget.value })}
        data={levels.map((value) => ({ value, label: t(`logs.level.${value}`) }))}
      />
      {field('q', t('logs.text'))}
      {field('feed', t('logs.feed'))}
      {field('connection', t('logs.connection'))}
      {field('listing', t('logs.listing'))}
      {field('run', t('logs.run'))}
      <TimeRangeChoice chosen={filters} set={set} />
    </FilterBar>
  );
}

function queryOf(filters: Filters) {
  const { feed, connection, listing, q } = filters;
  const run = Number(filters.run);
  const level = levels.find((each) => each === filters.level) ?? 'info';
  return {
    level,
    ...(feed !== '' && { feed }),
    ...(connection !== '' && { connection }),
    ...(listing !== '' && { listing }),
    ...(q !== '' && { q }),
    ...(Number.isInteger(run) && run > 0 && { run }),
  };
}
