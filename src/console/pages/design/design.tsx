import { Alert, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { CardTable } from '../../parts/card-table.js';
import { CopyLine } from '../../parts/copy-line.js';
import { Facts } from '../../parts/facts.js';
import { Fold } from '../../parts/fold.js';
import { ToButton } from '../../parts/links.js';
import { ListingCard } from '../../parts/listing-card.js';
import { Muted } from '../../parts/muted.js';
import { PageTitle } from '../../parts/page-title.js';
import { Section } from '../../parts/section.js';
import { Stat, Stats } from '../../parts/stat.js';
import { StateMark } from '../../parts/state-mark.js';
import { Busy, EmptyPart } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';

const textSizes = ['xl', 'lg', 'md', 'sm', 'xs'] as const;
const headings = [
  { order: 2, size: 'h2' },
  { order: 2, size: 'h3' },
  { order: 2, size: 'h4' },
] as const;
const spacings = ['xs', 'sm', 'md', 'lg', 'xl'] as const;
const moods = ['good', 'busy', 'doubt', 'bad', 'quiet'] as const;

/** What the console is made of, for those who change it: text sizes, spacing, colours and the shared components. See the README. */
export default function DesignPage(): ReactNode {
  const { t } = useSpeech();
  return (
    <>
      <PageTitle title={t('design.title')}>{t('design.lead')}</PageTitle>
      <Stack gap="md">
        <Sizes />
        <Spacing />
        <Colours />
        <Numbers />
        <Lists />
        <Acting />
      </Stack>
    </>
  );
}

function Sizes(): ReactNode {
  const { t } = useSpeech();
  return (
    <Section title={t('design.type')} text={t('design.type.more')}>
      <Stack gap="xs">
        {headings.map(({ order, size }) => (
          <Title key={size} order={order} size={size}>
            {t('design.sample')} <code>{size}</code>
          </Title>
        ))}
        {textSizes.map((size) => (
          <Text key={size} size={size}>
            {t('design.sample')} <code>{size}</code>
          </Text>
        ))}
        <Muted>{t('design.muted')}</Muted>
      </Stack>
    </Section>
  );
}

function Spacing(): ReactNode {
  const { t } = useSpeech();
  return (
    <Section title={t('design.spacing')} text={t('design.spacing.more')}>
      <Stack gap="xs">
        {spacings.map((size) => (
          <Group key={size} gap={size}>
            <code>{size}</code>
            <code>{size}</code>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}

function Colours(): ReactNode {
  const { t } = useSpeech();
  return (
    <Section title={t('design.colours')} text={t('design.colours.more')}>
      <Stack component="ul" className="plain" gap="xs">
        {moods.map((mood) => (
          <li key={mood}>
            <StateMark mood={mood}>{t(`design.mood.${mood}`)}</StateMark>
          </li>
        ))}
      </Stack>
    </Section>
  );
}

function Numbers(): ReactNode {
  const { t } = useSpeech();
  return (
    <Section title={t('design.numbers')} text={t('design.numbers.more')}>
      <Stack gap="md">
        <Stats>
          <Stat label={t('design.colours')} value={moods.length} href="/design" />
          <Stat label={t('nav.agencies')} value={1234} hint={t('design.hint')} />
        </Stats>
        <Facts
          facts={[
            [t('nav.feeds'), 12],
            [t('nav.agencies'), 1234],
          ]}
        />
      </Stack>
    </Section>
  );
}

function Lists(): ReactNode {
  const { t } = useSpeech();
  return (
    <Section title={t('design.lists')} text={t('design.lists.more')}>
      <Stack gap="md">
        <CardTable
          rows={moods}
          label={t('design.colours')}
          keyOf={(mood) => mood}
          columns={[
            { heading: t('design.column'), cell: (mood) => t(`design.mood.${mood}`), isTitle: true },
            { heading: t('design.count'), cell: (mood) => moods.indexOf(mood) + 1, isNumber: true },
          ]}
        />
        <ul className="plain cards">
          <li>
            <ListingCard card={null} id="101" title={t('design.sample')}>
              <Muted size="xs">{t('design.muted')}</Muted>
            </ListingCard>
          </li>
        </ul>
        <EmptyPart title={t('design.empty')} action={<ToButton href="/feeds">{t('nav.feeds')}</ToButton>}>
          {t('design.empty.more')}
        </EmptyPart>
      </Stack>
    </Section>
  );
}

function Acting(): ReactNode {
  const { t } = useSpeech();
  return (
    <Section title={t('design.acting')} text={t('design.acting.more')}>
      <Stack gap="md">
        <Group gap="sm">
          <Button type="button">{t('do.save')}</Button>
          <Button type="button" variant="default">
            {t('do.cancel')}
          </Button>
          <Button type="button" variant="outline" color="red.8" className="danger">
            {t('design.danger')}
          </Button>
        </Group>
        <TextInput label={t('design.field')} description={t('design.hint')} maw="24rem" />
        <CopyLine label={t('design.copy')} text="https://feedsync.example" />
        <Alert role="note" variant="light" title={t('design.alert')}>
          {t('design.alert.more')}
        </Alert>
        <Busy text={t('design.busy')} />
        <Fold summary={t('design.fold')}>
          <Paper withBorder p="sm">
            <Text size="sm">{t('design.sample')}</Text>
          </Paper>
        </Fold>
      </Stack>
    </Section>
  );
}
