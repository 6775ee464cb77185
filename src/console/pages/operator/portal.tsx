import { Alert, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { Facts } from '../../parts/facts.js';
import { Moment } from '../../parts/moment.js';
import { Muted } from '../../parts/muted.js';
import { PageTitle } from '../../parts/page-title.js';
import { Answered } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';

type Portal = Schemas['Portal'];
type PortalError = Portal['requests']['errors'][number];

/** How often the page is read again, so that its counts of requests stay current. */
const askAgainMs = 10_000;

/**
 * The daemon's dealings with the portal: its key, the portal's clock and limits, requests, errors, vocabulary and
 * places.
 */
export default function PortalPage(): ReactNode {
  const { t } = useSpeech();
  const portal = useAnswer(['portal'], (signal) => api.GET('/api/v1/portal', { signal }), {
    everyMs: askAgainMs,
  });
  return (
    <>
      <PageTitle title={t('nav.portal')} />
      <Answered question={portal}>{(data) => <About portal={data} />}</Answered>
    </>
  );
}

function About({ portal }: { portal: Portal }): ReactNode {
  const { t } = useSpeech();
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Access portal={portal} />
        <Requests requests={portal.requests} />
        <Limits limits={portal.limits} />
        <Words portal={portal} />
      </SimpleGrid>
      <Title order={2} size="h4">
        {t('portal.errors')}
      </Title>
      {portal.requests.errors.length === 0 ? (
        <Text c="dimmed">{t('portal.errors.none')}</Text>
      ) : (
        <Errors errors={portal.requests.errors} />
      )}
    </Stack>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

function Access({ portal }: { portal: Portal }): ReactNode {
  const { t, number, wholeMoment, language } = useSpeech();
  const { key, base_url: address, clock_offset_seconds: skew } = portal;
  return (
    <Section title={t('portal.key')}>
      {key.state === 'stopped' && (
        <Alert color="red" variant="outline" mb="xs">
          {language === 'en' ? key.reason : t('portal.key.stopped.more')}
          {key.since !== null && ` (${t('portal.key.since')} ${wholeMoment(key.since)})`}
        </Alert>
      )}
      <Facts
        facts={[
          [t('portal.address'), address],
          [t('portal.key'), `${key.id} · ${t(`portal.key.${key.state}`)}`],
          [t('portal.skew'), `${number(skew)} s`],
        ]}
      />
    </Section>
  );
}

function Requests({ requests }: { requests: Portal['requests'] }): ReactNode {
  const { t, number } = useSpeech();
  const { total, by_status: byStatus, window_seconds: seconds, in_window: used, limit, since } = requests;
  const inWindow =
    limit === null ? number(used) : t('portal.requests.of', { used: number(used), limit: number(limit) });
  return (
    <Section title={t('portal.requests')}>
      <Facts
        facts={[
          [t('portal.requests.window', { seconds: String(seconds) }), inWindow],
          [t('portal.requests.total'), number(total)],
          ...Object.entries(byStatus).map(
            ([status, count]) =>
              [
                status === '0' ? t('portal.requests.no_reply') : t('portal.requests.status', { status }),
                number(count),
              ] as const,
          ),
          [t('portal.requests.since'), <Moment at={since} />],
        ]}
      />
    </Section>
  );
}

function Limits({ limits }: { limits: Portal['limits'] }): ReactNode {
  const { t, named, number } = useSpeech();
  return (
    <Section title={t('portal.limits')}>
      {limits === null ? (
        <Muted>{t('portal.limits.none')}</Muted>
      ) : (
        <Facts
          facts={Object.entries(limits).map(([name, value]) => [
            named(`portal.limit.${name}`, name),
            number(value),
          ])}
        />
      )}
    </Section>
  );
}

function Words({ portal: { vocabulary, places } }: { portal: Portal }): ReactNode {
  const { t, number } = useSpeech();
  const read = (at: string | null): ReactNode =>
    at === null ? (
      t('portal.never')
    ) : (
      <>
        {t('portal.read_at')} <Moment at={at} />
      </>
    );
  return (
    <Section title={t('portal.vocabulary')}>
      {vocabulary.suspect && (
        <Alert role="note" color="yellow" variant="outline" mb="xs">
          {t('portal.vocabulary.suspect')}
        </Alert>
      )}
      <Facts
        facts={[
          [t('portal.vocabulary.words', { n: vocabulary.words }), read(vocabulary.read_at)],
          [`${t('portal.places')}: ${number(places.count)}`, read(places.read_at)],
        ]}
      />
    </Section>
  );
}

function Errors({ errors }: { errors: readonly PortalError[] }): ReactNode {
  const { t } = useSpeech();
  const columns: Column<{ error: PortalError; place: number }>[] = [
    { heading: t('portal.error.at'), cell: ({ error: { at } }) => <Moment at={at} /> },
    { heading: t('portal.error.operation'), isTitle: true, cell: ({ error: { operation } }) => operation },
    {
      heading: t('portal.error.answer'),
      cell: ({ error: { status, code } }) => [status, code].filter((part) => part !== null).join(' ') || '–',
    },
    { heading: t('portal.error.message'), cell: ({ error: { message } }) => message },
  ];
  return (
    <CardTable
      rows={errors.map((error, place) => ({ error, place }))}
      columns={columns}
      keyOf={({ place }) => place}
      label={t('portal.errors')}
    />
  );
}
