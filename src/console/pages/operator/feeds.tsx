import { Stack, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { bound } from '../../parts/form/form.js';
import { To } from '../../parts/links.js';
import { Moment } from '../../parts/moment.js';
import { Muted } from '../../parts/muted.js';
import { PageTitle } from '../../parts/page-title.js';
import { Answered, EmptyPart } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';

type Feed = Schemas['Feed'];

/** Every feed with its state and its numbers of listings; the search filters by name. */
export default function FeedsPage(): ReactNode {
  const { t } = useSpeech();
  const [search, setSearch] = useState('');
  const feeds = useAnswer(['feeds'], (signal) => api.GET('/api/v1/feeds', { signal }));
  return (
    <>
      <PageTitle title={t('nav.feeds')} />
      <Answered question={feeds}>
        {({ feeds: all }) =>
          all.length === 0 ? (
            <EmptyPart title={t('feeds.none')}>{t('feeds.none.more')}</EmptyPart>
          ) : (
            <Stack gap="sm">
              <TextInput
                type="search"
                maw="24rem"
                aria-label={t('feeds.search')}
                placeholder={t('feeds.search')}
                {...bound(search, setSearch)}
              />
              <FeedTable feeds={all.filter(({ name }) => name.includes(search.trim().toLowerCase()))} />
            </Stack>
          )
        }
      </Answered>
    </>
  );
}

function FeedTable({ feeds }: { feeds: readonly Feed[] }): ReactNode {
  const { t, named, number } = useSpeech();
  const columns: Column<Feed>[] = [
    {
      heading: t('feeds.feed'),
      isTitle: true,
      cell: ({ name, mapping_gain: gain }) => (
        <>
          <To href={`/feeds/${name}`}>{name}</To>
          {gain !== null && <Muted size="xs">{t('upgrade.gain', { version: String(gain.version) })}</Muted>}
        </>
      ),
    },
    {
      heading: t('feeds.life'),
      cell: ({ life, stall_reason: reason, failures }) => (
        <>
          {named(`feeds.life.${life}`, life)}
          {failures > 0 && ` · ${t('feeds.failures')}: ${number(failures)}`}
          {reason !== null && (
            <Muted size="xs" lineClamp={2}>
              {reason}
            </Muted>
          )}
        </>
      ),
    },
    { heading: t('feeds.published'), isNumber: true, cell: ({ published }) => number(published) },
    { heading: t('feeds.pending'), isNumber: true, cell: ({ pending }) => number(pending) },
    { heading: t('feeds.refused'), isNumber: true, cell: ({ refused }) => number(refused) },
    { heading: t('feeds.invalid'), isNumber: true, cell: ({ invalid }) => number(invalid) },
    {
      heading: t('feeds.last_poll'),
      cell: ({ last_poll_at: at }) => <Moment at={at} ago />,
    },
  ];
  return (
    <CardTable
      rows={feeds}
      columns={columns}
      keyOf={({ name, connection }) => `${name} ${connection}`}
      label={t('nav.feeds')}
    />
  );
}
