import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { BackLink } from '../../parts/back-link.js';
import { codeOf } from '../../parts/listings/listing-code.js';
import { Muted } from '../../parts/muted.js';
import { PageTitle } from '../../parts/page-title.js';
import { Photo } from '../../parts/photo.js';
import { Price } from '../../parts/price.js';
import { Answered } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';

type Report = Schemas['AgencyReport'];

/** How an agency's listings stand, on a page to print. What it says is what the home page and the lists say. */
export default function ReportPage(): ReactNode {
  const { t, wholeMoment } = useSpeech();
  const report = useAnswer(['home', 'report'], (signal) => api.GET('/api/v1/report', { signal }));
  return (
    <div className="report">
      <div className="screen-only">
        <BackLink href="/">{t('nav.home')}</BackLink>
      </div>
      <PageTitle
        title={t('report.title')}
        action={
          <Button
            className="screen-only"
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={() => window.print()}
          >
            {t('report.print')}
          </Button>
        }
      >
        {report.dataUpdatedAt > 0 && wholeMoment(new Date(report.dataUpdatedAt).toISOString())}
      </PageTitle>
      <Answered question={report}>
        {({ reports }) => (
          <Stack gap="xl">
            {reports.map((one) => (
              <AgencyReport key={one.connection} report={one} />
            ))}
          </Stack>
        )}
      </Answered>
    </div>
  );
}

function AgencyReport({ report }: { report: Report }): ReactNode {
  const { t, told, number } = useSpeech();
  const { agency, listings, on_portal: on, tasks, parts } = report;
  return (
    <Stack component="section" aria-label={agency} gap="sm">
      <Title order={2} size="h3">
        {agency}
      </Title>
      <Text fw={600} size="lg">
        {t('home.on_portal', { on: number(on), n: listings })}
      </Text>
      <section aria-label={t('home.tasks')}>
        <Title order={3} size="h5">
          {t('home.tasks')}
        </Title>
        {tasks.length === 0 ? (
          <Muted>{t('home.nothing_waits')}</Muted>
        ) : (
          <ul className="report-tasks">
            {tasks.map((task) => (
              <li key={`${task.kind} ${task.feed ?? ''} ${task.hold ?? ''}`}>{told(task.sentence)}</li>
            ))}
          </ul>
        )}
      </section>
      {parts.map((part) => (
        <Part key={part.part} {...part} />
      ))}
    </Stack>
  );
}

function Part({ part, total, listings }: Report['parts'][number]): ReactNode {
  const { t } = useSpeech();
  const more = total - listings.length;
  return (
    <section aria-label={t(`report.${part}`)}>
      <Title order={3} size="h5">
        {t(`report.${part}`)} · {total}
      </Title>
      <ul className="report-list">
        {listings.map((listing) => (
          <Line key={listing.external_id} listing={listing} saysWhy={part !== 'on_portal'} />
        ))}
      </ul>
      {more > 0 && <Muted size="sm">{t('report.more', { n: more })}</Muted>}
    </section>
  );
}

function Line({
  listing,
  saysWhy,
}: {
  listing: Report['parts'][number]['listings'][number];
  saysWhy: boolean;
}): ReactNode {
  const { t, told } = useSpeech();
  const { external_id: id, title, card } = listing;
  const where = [card?.address, card?.place].filter((part) => part != null && part !== '').join(', ');
  return (
    <li>
      <div className="report-photo">{card?.photo != null && <Photo source={card.photo} />}</div>
      <div>
        <Group gap={6}>
          <Text size="sm" fw={600}>
            {title ?? t('listing.untitled', { id: codeOf(id) })}
          </Text>
          <Price price={card?.price ?? null} />
        </Group>
        <Text size="xs" c="dimmed">
          {[codeOf(id), where].filter((part) => part !== '').join(' · ')}
        </Text>
        {saysWhy && <Text size="xs">{told(listing.told)}</Text>}
      </div>
    </li>
  );
}
