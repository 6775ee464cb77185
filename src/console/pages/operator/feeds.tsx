import { NativeSelect, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { useAgencyNames } from '../../api/agency-names.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { bound } from '../../parts/form/form.js';
import { To } from '../../parts/links.js';
import { FilterBar, ListTotal } from '../../parts/list/filter-bar.js';
import { hasWords, SortChoice, sortedBy } from '../../parts/list/sorting.js';
import { Moment } from '../../parts/moment.js';
import { Muted } from '../../parts/muted.js';
import { PageTitle } from '../../parts/page-title.js';
import { Answered, EmptyPart } from '../../parts/states.js';
import { useFilters } from '../../parts/use-filters.js';
import { useSpeech } from '../../words/context.js';
import { FeedMark } from './feed-mark.js';

type Feed = Schemas['Feed'];

const names = ['q', 'life', 'sort'] as const;

/** Every feed with its agency, its state and its numbers of listings. */
export default function FeedsPage(): ReactNode {
  const { t } = useSpeech();
  const feeds = useAnswer(['feeds'], (signal) => api.GET('/api/v1/feeds', { signal }));
  return (
    <>
      <PageTitle title={t('nav.feeds')} />
      <Answered question={feeds}>
        {({ feeds: all }) =>
          all.length === 0 ? (
            <EmptyPart title={t('feeds.none')}>{t('feeds.none.more')}</EmptyPart>
          ) : (
            <Feeds all={all} />
          )
        }
      </Answered>
    </>
  );
}

function Feeds({ all }: { all: readonly Feed[] }): ReactNode {
  const { t, named, language } = useSpeech();
  const [{ q, life, sort }, set] = useFilters(names);
  const agencyOf = useAgencyNames();
  const columns = useColumns(agencyOf);
  const shown = all.filter(
    (feed) =>
      (life === '' || feed.life === life) &&
      hasWords(q, [feed.name, agencyOf(feed.connection), feed.mapping]),
  );
  const sorting = { by: sort, set: (by: string) => set({ sort: by }) };
  const lift = (): void => set({ q: '', life: '' });
  const valueOf = {
    feed: ({ name }: Feed) => name,
    agency: ({ connection }: Feed) => agencyOf(connection),
    life: (feed: Feed) => feed.life,
    published: ({ published }: Feed) => published,
    pending: ({ pending }: Feed) => pending,
    refused: ({ refused }: Feed) => refused,
    invalid: ({ invalid }: Feed) => invalid,
    poll: ({ last_poll_at: at }: Feed) => at,
  };
  return (
    <Stack gap="sm">
      <FilterBar lift={q === '' && life === '' ? null : lift}>
        <TextInput
          size="xs"
          type="search"
          label={t('feeds.search')}
          {...bound(q, (value) => set({ q: value }))}
        />
        <NativeSelect
          size="xs"
          label={t('feeds.life')}
          {...bound(life, (value) => set({ life: value }))}
          data={[
            { value: '', label: t('connections.status.any') },
            ...[...new Set(all.map((feed) => feed.life))]
              .sort()
              .map((value) => ({ value, label: named(`feeds.life.${value}`, value) })),
          ]}
        />
        <SortChoice columns={columns} sorting={sorting} />
      </FilterBar>
      <ListTotal text={t('feeds.total', { n: shown.length })} />
      <CardTable
        rows={sortedBy(shown, sort, valueOf, language)}
        columns={columns}
        keyOf={({ name, connection }) => `${name} ${connection}`}
        label={t('nav.feeds')}
        sorting={sorting}
      />
    </Stack>
  );
}

function useColumns(agencyOf: (connection: string) => string): Column<Feed>[] {
  const { t, number, language } = useSpeech();
  const counted = (['published', 'pending', 'refused', 'invalid'] as const).map((key) => ({
    heading: t(`feeds.${key}`),
    isNumber: true,
    sort: key,
    cell: (feed: Feed) => number(feed[key]),
  }));
  return [
    {
      heading: t('feeds.feed'),
      isTitle: true,
      sort: 'feed',
      cell: ({ name, mapping_gain: gain }) => (
        <>
          <To href={`/feeds/${name}`}>{name}</To>
          {gain !== null && <Muted size="xs">{t('upgrade.gain', { version: String(gain.version) })}</Muted>}
        </>
      ),
    },
    {
      heading: t('connections.agency'),
      sort: 'agency',
      cell: ({ connection }) => (
        <To size="sm" href={`/connections/${connection}`}>
          {agencyOf(connection)}
        </To>
      ),
    },
    {
      heading: t('feeds.life'),
      sort: 'life',
      cell: ({ life, stall_reason: reason, failures }) => (
        <>
          <FeedMark life={life} />
          {failures > 0 && (
            <Muted size="xs">
              {t('feeds.failures')}: {number(failures)}
            </Muted>
          )}
          {reason !== null && (
            <Muted size="xs" lineClamp={2}>
              {language === 'en' ? reason : t('feeds.stalled.more')}
            </Muted>
          )}
        </>
      ),
    },
    ...counted,
    {
      heading: t('feeds.last_poll'),
      sort: 'poll',
      cell: ({ last_poll_at: at }) => <Moment at={at} ago />,
    },
  ];
}
