import { Alert, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { DelayChart, SizeChart } from '../../parts/chart/charts.js';
import { Reason } from '../../parts/details.js';
import { Facts } from '../../parts/facts.js';
import { To } from '../../parts/links.js';
import { Moment } from '../../parts/moment.js';
import { PageTitle } from '../../parts/page-title.js';
import { usePath } from '../../path.js';
import { ListingStats } from '../../parts/stat.js';
import { Answered } from '../../parts/states.js';
import { Turn } from '../../parts/turn.js';
import { useSpeech } from '../../words/context.js';
import { UpgradeCard } from '../mapping/upgrade-card.js';
import { FeedMark } from './feed-mark.js';
import { FeedLife } from './feed-life.js';

type Feed = Schemas['FeedDetail'];

/** One feed: its state and numbers, buttons to read, pause or retire it, and charts of its size and delay. */
export default function FeedPage(): ReactNode {
  const { name } = usePath('name');
  const feed = useAnswer(['feeds', name], (signal) =>
    api.GET('/api/v1/feeds/{name}', { params: { path: { name } }, signal }),
  );
  return <Answered question={feed}>{(data) => <About feed={data} />}</Answered>;
}

function About({ feed }: { feed: Feed }): ReactNode {
  const { t, ago } = useSpeech();
  const { name, stalled_since: stalledSince, stall_reason: reason, why } = feed;
  return (
    <>
      <PageTitle title={name}>
        {feed.agency} · <FeedMark life={feed.life} />
      </PageTitle>
      <Stack gap="md">
        {stalledSince !== null && (
          <Alert color="red" variant="outline" title={t('feeds.stalled', { since: ago(stalledSince) })}>
            <Reason why={why} text={reason} or={<Text size="sm">{t('feeds.stalled.more')}</Text>} />
            <Turn actor="partner" />
          </Alert>
        )}
        <ListingStats of={`feed=${encodeURIComponent(name)}`} counts={feed.listings} />
        {feed.new_in_doubt > 0 && (
          <Paper withBorder p="md">
            <Text fw={600}>{t('feeds.new_in_doubt', { n: feed.new_in_doubt })}</Text>
            <To href={`/listings?feed=${name}&standing=waiting`}>{t('feeds.new_in_doubt.see')}</To>
          </Paper>
        )}
        <Paper withBorder p="md">
          <Known feed={feed} />
          <FeedLife feed={feed} />
        </Paper>
        <UpgradeCard feed={feed} />
        <Ways name={name} />
        <Doubts feed={feed} />
        <SizeChart feed={name} />
        <DelayChart feed={name} />
      </Stack>
    </>
  );
}

function Known({ feed }: { feed: Feed }): ReactNode {
  const { t, named, number } = useSpeech();
  const { last_file: file, connection } = feed;
  return (
    <Facts
      facts={[
        [t('connections.agency'), <To href={`/connections/${connection}`}>{feed.agency}</To>],
        [t('feeds.address'), feed.address ?? '–'],
        [t('feeds.kind'), named(`feeds.kind.${feed.kind}`, feed.kind)],
        [t('feeds.mapping'), feed.mapping],
        [t('feeds.last_poll'), <Moment at={feed.last_poll_at} />],
        [t('feeds.next_poll'), <Moment at={feed.next_poll_at} />],
        [
          t('feeds.last_file'),
          file === null ? (
            '–'
          ) : (
            <>
              {t('feeds.last_file.records', { n: file.records })}, <Moment at={file.fetched_at} />
            </>
          ),
        ],
        [t('feeds.failures'), number(feed.failures)],
      ]}
    />
  );
}

/** Links to the pages that show or filter by this feed. */
function Ways({ name }: { name: string }): ReactNode {
  const { t } = useSpeech();
  const ways = [
    [`/listings?feed=${name}`, t('feeds.listings')],
    [`/words/${name}`, t('feeds.words')],
    [`/mapping/${name}`, t('feeds.rules')],
    [`/runs?feed=${name}`, t('feeds.runs')],
    [`/logs?feed=${name}`, t('feeds.log')],
  ] as const;
  return (
    <Group gap="md">
      {ways.map(([href, label]) => (
        <To key={href} href={href}>
          {label}
        </To>
      ))}
    </Group>
  );
}

/**
 * Values of the feed that look wrong, for example implausible areas or prices, with the number of records that have
 * them.
 */
function Doubts({ feed: { findings } }: { feed: Feed }): ReactNode {
  const { t, number, told } = useSpeech();
  if (findings.length === 0) return null;
  return (
    <section aria-label={t('feeds.doubts')}>
      <Title order={2} size="h5">
        {t('feeds.doubts')}
      </Title>
      <ul>
        {findings.map(({ sentence, field, count, of }) => (
          <li key={`${sentence.en} ${field.en}`}>
            <Text size="sm">
              {told(sentence)}{' '}
              {t('feeds.doubt', { field: told(field), count: number(count), of: number(of) })}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}
