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
import { Answered, FailurePart, LoadingPart } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';

type Home = Schemas['Home'];
type Standing = Schemas['ToldListing']['standing'];

/** Listings of a part that the report names; the rest is a number. */
const namedMax = 12;

/** The parts of the report in which listings are named, and for whom they wait. */
const parts = [
  { key: 'invalid', filter: { standing: 'invalid' } },
  { key: 'refused', filter: { standing: 'refused' } },
  { key: 'held', filter: { there: 'true', presence: 'held' } },
  { key: 'in_review', filter: { standing: 'in_review' } },
  { key: 'on_the_way', filter: { standing: 'on_the_way' } },
  { key: 'on_portal', filter: { standing: 'on_portal' } },
] as const satisfies readonly {
  key: string;
  filter: { standing?: Standing; there?: 'true'; presence?: 'held' };
}[];

/** How an agency's listings stand, on a page to print. What it says is what the home page and the lists say. */
export default function ReportPage(): ReactNode {
  const { t, wholeMoment } = useSpeech();
  const home = useAnswer(['home'], (signal) => api.GET('/api/v1/home', { signal }));
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
        {home.dataUpdatedAt > 0 && wholeMoment(new Date(home.dataUpdatedAt).toISOString())}
      </PageTitle>
      <Answered question={home}>
        {({ homes }) => (
          <Stack gap="xl">
            {homes.map((one) => (
              <AgencyReport key={one.connection} home={one} />
            ))}
          </Stack>
        )}
      </Answered>
    </div>
  );
}

function AgencyReport({ home }: { home: Home }): ReactNode {
  const { t, told, number } = useSpeech();
  const { agency, listings, on_portal: on, tasks, connection } = home;
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
      {parts.map(({ key, filter }) => (
        <Part key={key} part={key} query={{ connection, ...filter }} />
      ))}
    </Stack>
  );
}

function Part({
  part,
  query,
}: {
  part: (typeof parts)[number]['key'];
  query: { connection: string; standing?: Standing; there?: 'true'; presence?: 'held' };
}): ReactNode {
  const { t } = useSpeech();
  const shown = useAnswer(['listings', 'report', query], (signal) =>
    api.GET('/api/v1/listings', { params: { query: { limit: namedMax, ...query } }, signal }),
  );
  const counts = useAnswer(['listings', 'counts', query], (signal) =>
    api.GET('/api/v1/listings/counts', { params: { query }, signal }),
  );
  if (shown.error !== null) return <FailurePart error={shown.error} retry={() => void shown.refetch()} />;
  if (shown.data === undefined || counts.data === undefined) return <LoadingPart />;
  const { listings } = shown.data;
  const { total } = counts.data;
  if (listings.length === 0) return null;
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

function Line({ listing, saysWhy }: { listing: Schemas['ToldListing']; saysWhy: boolean }): ReactNode {
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
