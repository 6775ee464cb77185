import { Blockquote, Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { ItemsChart } from '../../parts/chart/charts.js';
import { Facts } from '../../parts/facts.js';
import { To } from '../../parts/links.js';
import { Moment } from '../../parts/moment.js';
import { PageTitle } from '../../parts/page-title.js';
import { usePath } from '../../path.js';
import { Answered } from '../../parts/states.js';
import { Turn } from '../../parts/turn.js';
import { useSpeech } from '../../words/context.js';
import { Compare } from './compare.js';
import { Spent } from './connections.js';

type Connection = Schemas['ConnectionDetail'];

/**
 * One connection: its state and who must act, what waits to be sent, its hourly limit, and a comparison with the
 * portal.
 */
export default function ConnectionPage(): ReactNode {
  const { id } = usePath('id');
  const connection = useAnswer(['connections', id], (signal) =>
    api.GET('/api/v1/connections/{id}', { params: { path: { id } }, signal }),
  );
  return <Answered question={connection}>{(data) => <About connection={data} />}</Answered>;
}

function About({ connection }: { connection: Connection }): ReactNode {
  const { t, told, named } = useSpeech();
  const { id, agency, status, sentence, note, actor, since } = connection;
  return (
    <>
      <PageTitle title={agency}>{named(`connections.is.${status}`, status)}</PageTitle>
      <Stack gap="md">
        <Paper withBorder p="md">
          <Stack gap="sm">
            <Text fw={600}>{told(sentence)}</Text>
            <Turn actor={actor} since={since} />
            {note !== null && (
              <Blockquote p="sm" cite={t('connections.note')}>
                <span className="whole">{note}</span>
              </Blockquote>
            )}
            <Known connection={connection} />
            <Group gap="md">
              <To href={`/listings?connection=${id}`}>{t('connections.listings')}</To>
              <To href={`/logs?connection=${id}`}>{t('connections.log')}</To>
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
                  <To href={`/feeds/${name}`}>{name}</To>
                </div>
              )),
        ],
        [
          t('connections.queue'),
          t('connections.queue.of', { upserts: number(outbox.upserts), removals: number(outbox.removals) }),
        ],
        [t('connections.budget'), <Spent connection={connection} />],
        [t('connections.room_at'), <Moment at={connection.room_at} />],
        [t('connections.last_push'), <Moment at={connection.last_push_at} />],
        [t('connections.next_push'), <Moment at={connection.next_push_at} />],
        [t('connections.next_reconcile'), <Moment at={connection.next_reconcile_at} />],
        [t('connections.read'), <Moment at={connection.read_at} />],
        ...(connection.adopting_since === null
          ? []
          : [[t('connections.adopting'), <Moment at={connection.adopting_since} />] as const]),
      ]}
    />
  );
}
