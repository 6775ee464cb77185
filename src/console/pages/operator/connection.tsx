import { Anchor, Blockquote, Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { ItemsChart } from '../../parts/chart/charts.js';
import { Facts } from '../../parts/facts.js';
import { Moment } from '../../parts/moment.js';
import { PageTitle } from '../../parts/page-title.js';
import { Answered } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';
import { Compare } from './compare.js';
import { useConnectionWords } from './connection-words.js';
import { Spent } from './connections.js';

type Connection = Schemas['ConnectionDetail'];

/** One connection: whose turn it is, what waits, what its hour allows, and comparing with the portal. */
export default function ConnectionPage(): ReactNode {
  const { id } = useParams<{ id: string }>();
  const connection = useAnswer(['connections', id], (signal) =>
    api.GET('/api/v1/connections/{id}', { params: { path: { id } }, signal }),
  );
  return <Answered question={connection}>{(data) => <About connection={data} />}</Answered>;
}

function About({ connection }: { connection: Connection }): ReactNode {
  const { t, told } = useSpeech();
  const stateOf = useConnectionWords();
  const { id, agency, status, sentence, note, actor, since } = connection;
  return (
    <>
      <PageTitle title={agency}>{stateOf(status)}</PageTitle>
      <Stack gap="md">
        <Paper withBorder p="md">
          <Stack gap="sm">
            <Text fw={600}>{told(sentence)}</Text>
            <Text size="sm" c="dimmed">
              {t('connections.turn')}: {t(`actor.${actor}`)}
              {since !== null && (
                <>
                  , <Moment at={since} ago />
                </>
              )}
            </Text>
            {note !== null && (
              <Blockquote p="sm" cite={t('connections.note')}>
                <span className="whole">{note}</span>
              </Blockquote>
            )}
            <Known connection={connection} />
            <Group gap="md">
              <Anchor component={Link} href={`/listings?connection=${id}`}>
                {t('connections.listings')}
              </Anchor>
              <Anchor component={Link} href={`/logs?connection=${id}`}>
                {t('connections.log')}
              </Anchor>
            </Group>
          </Stack>
        </Paper>
        <ItemsChart connection={id} />
        <Compare connection={id} />
      </Stack>
    </>
  );
}

function Known({ connection }: { connection: Connection }): ReactNode {
  const { t, number } = useSpeech();
  const { outbox, feeds } = connection;
  const at = (time: string | null): ReactNode => (time === null ? '–' : <Moment at={time} />);
  return (
    <Facts
      facts={[
        [t('connections.id'), connection.id],
        [t('connections.register'), connection.register_number ?? '–'],
        [
          t('connections.feeds'),
          feeds.length === 0
            ? '–'
            : feeds.map((name) => (
                <div key={name}>
                  <Anchor component={Link} href={`/feeds/${name}`}>
                    {name}
                  </Anchor>
                </div>
              )),
        ],
        [
          t('connections.queue'),
          t('connections.queue.of', { upserts: number(outbox.upserts), removals: number(outbox.removals) }),
        ],
        [t('connections.budget'), <Spent key="spent" connection={connection} />],
        [t('connections.room_at'), at(connection.room_at)],
        [t('connections.last_push'), at(connection.last_push_at)],
        [t('connections.next_push'), at(connection.next_push_at)],
        [t('connections.next_reconcile'), at(connection.next_reconcile_at)],
        [t('connections.read'), at(connection.read_at)],
        ...(connection.adopting_since === null
          ? []
          : [[t('connections.adopting'), at(connection.adopting_since)] as const]),
      ]}
    />
  );
}
