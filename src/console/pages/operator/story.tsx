import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { Facts } from '../../parts/facts.js';
import { ListingDoubts } from '../../parts/doubts/listing-doubts.js';
import { Fold } from '../../parts/fold.js';
import { To } from '../../parts/links.js';
import { Moment } from '../../parts/moment.js';
import { Muted } from '../../parts/muted.js';
import { PageTitle } from '../../parts/page-title.js';
import { Answered } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';
import { StoryActs } from './story-acts.js';
import { StoryClock } from './story-clock.js';
import { Differences, Fields } from './story-fields.js';

type Story = Schemas['ToldStory'];

/** Why a listing is or is not on the portal: first a sentence, then the facts behind it. */
export default function StoryPage(): ReactNode {
  const { connection, id } = useParams<{ connection: string; id: string }>();
  const story = useAnswer(['listings', connection, id], (signal) =>
    api.GET('/api/v1/listings/{connection}/{id}', { params: { path: { connection, id } }, signal }),
  );
  return <Answered question={story}>{(data) => <Told story={data} />}</Answered>;
}

function Told({ story }: { story: Story }): ReactNode {
  const { t, told } = useSpeech();
  const { external_id: id, listing, hold, sentence, doubts } = story;
  const title = listing?.title ?? doubts[0]?.title ?? null;
  return (
    <>
      <PageTitle title={title ?? id}>{title === null ? story.feed : id}</PageTitle>
      <Stack gap="md">
        <Paper withBorder p="md">
          <Stack gap="xs">
            <Text size="lg" fw={600} className="whole">
              {sentence}
            </Text>
            <Muted>
              {t('story.for_agency')}: “{told(story.told)}”
            </Muted>
            {hold !== null && <To href={`/holds/${hold.id}`}>{t('story.hold', { id: String(hold.id) })}</To>}
            <StoryActs story={story} />
          </Stack>
        </Paper>
        <ListingDoubts story={story} />
        <Section title={t('story.clock')}>
          <StoryClock clock={story.clock} />
        </Section>
        <PortalWords waits={story.waits} />
        <Issues issues={story.issues} />
        {listing !== null && (
          <Section title={t('story.facts')}>
            <Standing story={story} listing={listing} />
          </Section>
        )}
        <Differences title={t('story.differences')} differences={story.unsent ?? []} />
        <Differences title={t('story.unplanned')} differences={story.unplanned} />
        <Fold summary={t('story.fields')}>
          <Fields fields={story.fields} />
        </Fold>
        <Fold summary={t('story.events')} isOpen>
          <Events events={story.events} />
        </Fold>
      </Stack>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Title order={2} size="h5">
        {title}
      </Title>
      <Paper withBorder p="md">
        {children}
      </Paper>
    </Stack>
  );
}

/** The portal's own messages: why it refuses the listing, and the fields that it objects to. */
function PortalWords({ waits }: { waits: Story['waits'] }): ReactNode {
  const { t, told } = useSpeech();
  if (waits === null || (waits.code === null && waits.details.length === 0)) return null;
  return (
    <Section title={t('story.portal_says')}>
      <Stack component="ul" className="plain" gap="xs">
        {waits.code !== null && (
          <li>
            <Text size="sm">
              <b>{waits.code}</b> {waits.message}
            </Text>
          </li>
        )}
        {waits.details.map(({ pointer, code, message, told: meaning }) => (
          <li key={`${pointer} ${code} ${message}`}>
            <Text size="sm">
              <b>{pointer}</b> {message} <code>{code}</code>
            </Text>
            <Muted size="xs">{told(meaning)}</Muted>
          </li>
        ))}
      </Stack>
    </Section>
  );
}

function Issues({ issues }: { issues: Story['issues'] }): ReactNode {
  const { t } = useSpeech();
  if (issues.length === 0) return null;
  return (
    <Section title={t('story.issues')}>
      <Stack component="ul" className="plain" gap="xs">
        {issues.map(({ severity, code, pointer, message, value }) => (
          <li key={`${code} ${pointer}`}>
            <Text size="sm" className={severity === 'error' ? 'mark-bad' : ''}>
              <b>{pointer}</b> {message}
              {value !== null && !message.includes(value) && <code> {value}</code>}
            </Text>
          </li>
        ))}
      </Stack>
    </Section>
  );
}

function Standing({ story, listing }: { story: Story; listing: NonNullable<Story['listing']> }): ReactNode {
  const { t } = useSpeech();
  const { connection, feed, external_id: id } = story;
  const { portal, presence, intent, queued, failure_code: code, public_url: url } = listing;
  const links = (
    <Group gap="md" mt="xs">
      {url !== null && /^https?:/i.test(url) && (
        <Anchor href={url} target="_blank" rel="noreferrer">
          {t('story.on_portal')}
        </Anchor>
      )}
      <To href={`/logs?connection=${connection}&listing=${encodeURIComponent(id)}`}>{t('story.log')}</To>
    </Group>
  );
  return (
    <>
      <Facts
        facts={[
          [t('feeds.feed'), feed === null ? '–' : <To href={`/feeds/${feed}`}>{feed}</To>],
          [t('feeds.connection'), <To href={`/connections/${connection}`}>{connection}</To>],
          [t('listings.at_portal'), code === null ? portal : `${portal} (${code})`],
          [t('story.in_feed'), presence],
          [t('story.wanted'), intent],
          [t('story.queued'), queued ?? '–'],
        ]}
      />
      {links}
    </>
  );
}

function Events({ events }: { events: Story['events'] }): ReactNode {
  const { t, moment } = useSpeech();
  if (events.length === 0) return <Muted>{t('story.events.none')}</Muted>;
  return (
    <Paper withBorder component="ol" className="plain log">
      {events.map(({ at, kind, data }, index) => (
        <li key={`${at} ${kind} ${index}`}>
          <Group gap="xs">
            <Muted size="xs">
              <Moment at={at} />
            </Muted>
            <Text size="sm" fw={600}>
              {kind}
            </Text>
            <Muted size="xs" ff="monospace">
              {Object.entries(data)
                .filter(([, value]) => value !== null)
                .map(([name, value]) => `${name}=${shownValue(name, value, moment)}`)
                .join('  ')}
            </Muted>
          </Group>
        </li>
      ))}
    </Paper>
  );
}

const digestShown = 12;

/**
 * A value of an event for display. Fields that end in `_at` are Unix milliseconds; a digest is shortened to 12
 * characters.
 */
function shownValue(name: string, value: string | number | null, momentOf: (at: string) => string): string {
  if (name.endsWith('_at') && typeof value === 'number') return momentOf(new Date(value).toISOString());
  return name.endsWith('digest') ? String(value).slice(0, digestShown) : String(value);
}
