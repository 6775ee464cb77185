import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { Facts } from '../../parts/facts.js';
import { ListingDoubts } from '../../parts/doubts/listing-doubts.js';
import { Fold } from '../../parts/fold.js';
import { Gallery } from '../../parts/gallery.js';
import { To } from '../../parts/links.js';
import { codeOf } from '../../parts/listings/listing-code.js';
import { Muted } from '../../parts/muted.js';
import { PageTitle } from '../../parts/page-title.js';
import { usePath } from '../../path.js';
import { DifferenceTable } from '../../parts/story/difference-table.js';
import { EventList } from '../../parts/story/event-list.js';
import { FieldTable } from '../../parts/story/field-table.js';
import { PriceOnTheWay } from '../../parts/story/price-on-the-way.js';
import { storyTitle } from '../../parts/story/story-title.js';
import { Turn } from '../../parts/turn.js';
import { Answered } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';
import { StoryActs } from './story-acts.js';
import { StoryClock } from './story-clock.js';

type Story = Schemas['ToldStory'];

/** Why a listing is or is not on the portal: first a sentence, then the facts behind it. */
export default function StoryPage(): ReactNode {
  const { connection, id } = usePath('connection', 'id');
  const story = useAnswer(['listings', connection, id], (signal) =>
    api.GET('/api/v1/listings/{connection}/{id}', { params: { path: { connection, id } }, signal }),
  );
  return <Answered question={story}>{(data) => <Told story={data} />}</Answered>;
}

function Told({ story }: { story: Story }): ReactNode {
  const { t, told } = useSpeech();
  const { external_id: id, listing, hold, headline } = story;
  const title = storyTitle(story);
  return (
    <>
      <PageTitle title={title ?? codeOf(id)}>{title === null ? story.feed : codeOf(id)}</PageTitle>
      <Stack gap="md">
        <Paper withBorder p="md">
          <Stack gap="xs">
            <Text size="lg" fw={600} className="whole">
              {told(headline)}
            </Text>
            <Turn actor={story.actor} />
            <PriceOnTheWay story={story} />
            <Muted>{t('story.for_agency', { sentence: told(story.told) })}</Muted>
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
        <Gallery photos={story.photos} />
        <DifferenceTable title={t('story.unsent')} differences={story.unsent ?? []} />
        <DifferenceTable title={t('story.unplanned')} differences={story.unplanned} />
        <Fold summary={t('story.fields')}>
          <FieldTable fields={story.fields} place={story.card?.place ?? null} />
        </Fold>
        <Fold summary={t('story.events')} isOpen>
          <EventList events={story.events} />
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
              <code>{waits.code}</code> <Quoted text={waits.message} />
            </Text>
          </li>
        )}
        {waits.details.map(({ pointer, code, message, told: meaning }) => (
          <li key={`${pointer} ${code} ${message}`}>
            <Text size="sm">{told(meaning)}</Text>
            <Muted size="xs">
              <code>
                {pointer} {code}
              </code>{' '}
              <Quoted text={message} />
            </Muted>
          </li>
        ))}
      </Stack>
    </Section>
  );
}

/** The portal's own words, verbatim in the portal's language. */
function Quoted({ text }: { text: string }): ReactNode {
  return text === '' ? null : <q className="whole">{text}</q>;
}

function Issues({ issues }: { issues: Story['issues'] }): ReactNode {
  const { t, told } = useSpeech();
  if (issues.length === 0) return null;
  return (
    <Section title={t('story.issues')}>
      <Stack component="ul" className="plain" gap="xs">
        {issues.map(({ severity, code, pointer, value, told: text }) => (
          <li key={`${code} ${pointer} ${value ?? ''}`}>
            <Text size="sm" className={severity === 'error' ? 'mark-bad' : ''}>
              {told(text)}
            </Text>
            <Muted size="xs">
              {value !== null && <>{t('listing.written', { value })} · </>}
              <code>
                {code} {pointer}
              </code>
            </Muted>
          </li>
        ))}
      </Stack>
    </Section>
  );
}

function Standing({ story, listing }: { story: Story; listing: NonNullable<Story['listing']> }): ReactNode {
  const { t, named } = useSpeech();
  const { connection, feed, external_id: id } = story;
  const { portal, presence, intent, queued, failure_code: code, public_url: url } = listing;
  const links = (
    <Group gap="md" mt="xs">
      {url !== null && portal === 'live' && /^https?:/i.test(url) && (
        <Anchor href={url} target="_blank" rel="noopener noreferrer">
          {t('story.on_portal')}
        </Anchor>
      )}
      {story.map !== null && (
        <Anchor href={story.map} target="_blank" rel="noopener noreferrer">
          {t('listing.map')}
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
          [t('listings.agency'), <To href={`/connections/${connection}`}>{story.agency}</To>],
          [
            t('listings.at_portal'),
            <>
              {named(`portal.is.${portal}`, portal)}
              {code !== null && (
                <>
                  {' '}
                  (<code>{code}</code>)
                </>
              )}
            </>,
          ],
          // Its removal is counted as an absence, whatever its feed has.
          ...(intent === 'suppressed'
            ? []
            : ([[t('story.in_feed'), named(`presence.${presence}`, presence)]] as const)),
          [t('story.wanted'), named(`intent.${intent}`, intent)],
          [t('story.queued'), queued === null ? '–' : named(`queued.${queued}`, queued)],
        ]}
      />
      {links}
    </>
  );
}
