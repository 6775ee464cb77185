import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { Moment } from '../../parts/moment.js';
import { PageTitle } from '../../parts/page-title.js';
import { Answered, EmptyPart } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';
import { useLifeWords } from './life-words.js';

type Feed = Schemas['Feed'];

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
                value={search}
                onChange={({ currentTarget }) => setSearch(currentTarget.value)}
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
  const { t, number } = useSpeech();
  const lifeOf = useLifeWords();
  const columns: Column<Feed>[] = [
    {
      heading: t('feeds.feed'),
      isTitle: true,
      cell: ({ name }) => (
        <Anchor component={Link} href={`/feeds/${name}`}>
          {name}
        </Anchor>
      ),
    },
    {
      heading: t('feeds.life'),
      cell: ({ life, stall_reason: reason, failures }) => (
        <>
          {lifeOf(life)}
          {failures > 0 && ` · ${t('feeds.failures')}: ${number(failures)}`}
          {reason !== null && (
            <Text size="xs" c="dimmed" lineClamp={2}>
              {reason}
            </Text>
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
      cell: ({ last_poll_at: at }) => (at === null ? '–' : <Moment at={at} ago />),
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
