import { Button, Group, List, Paper, Stack, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct, useAnswer } from '../../api/queries.js';
import { ActButton } from '../../parts/act-button.js';
import { BackLink } from '../../parts/back-link.js';
import { ClockLine } from '../../parts/clock-line.js';
import { ListingDoubts } from '../../parts/doubts/listing-doubts.js';
import { Fold } from '../../parts/fold.js';
import { CardFacts } from '../../parts/listing-card.js';
import { Gallery } from '../../parts/gallery.js';
import { codeOf } from '../../parts/listings/listing-code.js';
import { PageTitle } from '../../parts/page-title.js';
import { usePath } from '../../path.js';
import { Photo } from '../../parts/photo.js';
import { Section } from '../../parts/section.js';
import { DifferenceTable } from '../../parts/story/difference-table.js';
import { PriceOnTheWay } from '../../parts/story/price-on-the-way.js';
import { storyTitle } from '../../parts/story/story-title.js';
import { StandingMark } from '../../parts/standing-mark.js';
import { Answered } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';
import { SuppressListing } from './suppress-listing.js';
import { WholeStory } from './whole-story.js';

type Story = Schemas['ToldStory'];

/** One listing for its agency: whether it is on the portal, why or why not, and actions. */
export default function ListingPage(): ReactNode {
  const { t } = useSpeech();
  const { connection, id } = usePath('connection', 'id');
  const path = { connection, id };
  const story = useAnswer(['listings', 'story', connection, id], (signal) =>
    api.GET('/api/v1/listings/{connection}/{id}', { params: { path }, signal }),
  );
  return (
    <>
      <BackLink href="/listings">{t('nav.listings')}</BackLink>
      <Answered question={story}>{(told) => <Told story={told} />}</Answered>
    </>
  );
}

function Told({ story }: { story: Story }): ReactNode {
  const { t, told } = useSpeech();
  const { external_id: id, card, clock, issues } = story;
  return (
    <Stack>
      <PageTitle title={storyTitle(story) ?? t('listing.untitled', { id: codeOf(id) })} isClose />
      <Paper withBorder p="md" className="listing listing-large">
        <div className="listing-photo">
          <Photo source={card?.photo ?? null} />
        </div>
        <Stack gap="xs">
          <div>
            <StandingMark standing={story.standing} />
          </div>
          <Text size="lg">{told(story.told)}</Text>
          <CardFacts card={card} id={id} />
          <PriceOnTheWay story={story} />
          <Actions story={story} />
        </Stack>
      </Paper>
      <Gallery photos={story.photos} />
      <ListingDoubts story={story} />
      {clock.length > 0 && (
        <Section title={t('listing.way')}>
          <ClockLine clock={clock} />
        </Section>
      )}
      <DifferenceTable title={t('story.unsent')} differences={story.unsent ?? []} />
      <Notes title={t('listing.problems')} notes={issues.map(({ told: text, value }) => [text, value])} />
      <PortalWords waits={story.waits} />
      <Notes title={t('listing.warnings')} notes={story.warnings.map(({ told: text }) => [text, null])} />
      <Paper withBorder p="md">
        <Fold summary={t('listing.story')}>
          <WholeStory story={story} />
        </Fold>
      </Paper>
    </Stack>
  );
}

/** The fields that the portal objects to, with the portal's own messages. */
function PortalWords({ waits }: { waits: Story['waits'] }): ReactNode {
  const { t } = useSpeech();
  if (waits === null || waits.details.length === 0) return null;
  return (
    <Notes
      title={t('listing.portal_says')}
      notes={waits.details.map(({ told: text, message }) => [text, message === '' ? null : message])}
      written="listing.portal_wrote"
    />
  );
}

/** A list of problems in the user’s language. */
function Notes({
  title,
  notes,
  written = 'listing.written',
}: {
  title: string;
  written?: 'listing.written' | 'listing.portal_wrote';
  /** Each note, with the value from the file, or the portal's message, that the note is about. */
  notes: readonly (readonly [text: { sr: string; en: string }, value: string | null])[];
}): ReactNode {
  const { t, told } = useSpeech();
  if (notes.length === 0) return null;
  return (
    <Section title={title}>
      <List size="sm" spacing={4} mb="sm">
        {notes.map(([text, value]) => (
          <List.Item key={`${text.en} ${value ?? ''}`}>
            {told(text)}
            {value !== null && (
              <Text size="xs" c="dimmed" component="div">
                {t(written, { value })}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
    </Section>
  );
}

/** A link to another site, in a window of its own. */
function Away({ href, children }: { href: string; children: ReactNode }): ReactNode {
  return (
    <Button
      component="a"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      variant="default"
      rightSection={<IconExternalLink size={16} aria-hidden />}
    >
      {children}
    </Button>
  );
}

function Actions({ story }: { story: Story }): ReactNode {
  const { t } = useSpeech();
  const [isAsked, setAsked] = useState(false);
  const { listing, connection, external_id: id } = story;
  const params = { path: { connection, id } };
  const topics = ['listings', 'home'] as const;
  const lift = useAct(() => api.POST('/api/v1/listings/{connection}/{id}/unsuppress', { params }), topics);
  const resend = useAct(() => api.POST('/api/v1/listings/{connection}/{id}/resend', { params }), topics);
  if (listing === null) return null;
  const isKeptOff = listing.intent === 'suppressed';
  const isStopped = listing.failure_code !== null || listing.warnings.length > 0;
  return (
    <Group gap="xs" mt="xs">
      {listing.public_url !== null && listing.portal === 'live' && (
        <Away href={listing.public_url}>{t('listing.visit')}</Away>
      )}
      {story.map !== null && <Away href={story.map}>{t('listing.map')}</Away>}
      {isStopped && (
        <ActButton act={resend} done={t('listing.resend.done')} variant="default">
          {t('listing.resend')}
        </ActButton>
      )}
      {isKeptOff ? (
        <ActButton act={lift} done={t('listing.let_on.done')}>
          {t('listing.let_on')}
        </ActButton>
      ) : (
        <Button variant="default" onClick={() => setAsked(true)}>
          {t('listing.keep_off')}
        </Button>
      )}
      <SuppressListing connection={connection} id={id} isOpen={isAsked} onClose={() => setAsked(false)} />
    </Group>
  );
}
