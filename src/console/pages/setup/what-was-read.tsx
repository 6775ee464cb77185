import { Button, Group, List, Loader, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct, useAnswer } from '../../api/queries.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { Fold } from '../../parts/fold.js';
import { codeOf } from '../../parts/listings/listing-code.js';
import { Moment } from '../../parts/moment.js';
import { Muted } from '../../parts/muted.js';
import { useSpeech } from '../../words/context.js';
import { ProposalLines } from '../../parts/proposal/proposal-lines.js';
import { IdRequest } from './id-request.js';
import { SampleCards } from './sample-cards.js';

type Setup = Schemas['Setup'];

/** The result of reading the agency's feed: how many listings are ready, why the others are not, and some listings as cards. */
export function WhatWasRead({ setup }: { setup: Setup }): ReactNode {
  const { t, told } = useSpeech();
  const { agency, numbers, cards } = setup;
  const [isShown] = useState(() => ['read', 'connect', 'send'].includes(setup.step));
  const isReading = agency.reading.state === 'waiting' || agency.reading.state === 'reading';
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        {isReading ? (
          <UnderWay agency={agency} />
        ) : (
          <Title order={2} size="h3">
            {told(agency.reading.sentence)}
          </Title>
        )}
        {numbers !== null && numbers.listings > 0 && (
          <Progress value={(100 * numbers.ready) / numbers.listings} aria-hidden size="sm" />
        )}
        {numbers !== null && numbers.left_out > 0 && (
          <Muted>{t('setup.left_out', { n: numbers.left_out })}</Muted>
        )}
        <Causes causes={setup.causes} words={setup.questions.content?.words ?? []} />
        {numbers !== null && <Muted size="xs">{t('setup.ready_means')}</Muted>}
        {setup.id_request !== null && <IdRequest sentence={told(setup.id_request)} />}
        {setup.lines.length > 0 && (
          <Fold summary={t('lines.title')}>
            <ProposalLines lines={setup.lines} />
          </Fold>
        )}
        {cards.length > 0 && (
          <Fold summary={t('setup.samples')} isOpen={isShown}>
            <SampleCards cards={cards} />
          </Fold>
        )}
        {!isReading && setup.step !== 'sent' && agency.url !== '' && <ReadAgain agency={agency} />}
      </Stack>
    </Paper>
  );
}

const askAgainMs = 2_000;

/** The progress of a reading under way. Reads the setup again every 2 seconds. */
function UnderWay({ agency }: { agency: Setup['agency'] }): ReactNode {
  const { t } = useSpeech();
  const { name, reading } = agency;
  useAnswer(
    ['setup', name],
    (signal) => api.GET('/api/v1/agencies/{name}/setup', { params: { path: { name } }, signal }),
    { everyMs: askAgainMs },
  );
  return (
    <div role="status">
      <Group gap="sm">
        <Loader size="sm" aria-hidden />
        <Title order={2} size="h3">
          {t('setup.reading')}
        </Title>
      </Group>
      <Muted mt={4}>
        {reading.ahead > 0
          ? t('setup.reading.ahead', { n: reading.ahead })
          : t('setup.reading.so_far', { n: reading.records })}
      </Muted>
    </div>
  );
}

/** A button that reads the feed again. */
function ReadAgain({ agency: { name, reading } }: { agency: Setup['agency'] }): ReactNode {
  const { t } = useSpeech();
  const read = useAct(
    () => api.POST('/api/v1/agencies/{name}/read', { params: { path: { name } } }),
    ['setup', 'agencies'],
  );
  return (
    <>
      <FormFailure error={read.error} />
      <Group gap="sm">
        <Button variant="default" size="xs" loading={read.isPending} onClick={() => read.mutate()}>
          {t('setup.read_again')}
        </Button>
        {reading.read_at !== null && (
          <Muted size="xs">
            {t('setup.read_at')} <Moment at={reading.read_at} />
          </Muted>
        )}
      </Group>
    </>
  );
}

/** Why listings are not ready: causes in the data, and unknown words. Below them, what ready listings lack. */
export function Causes({
  causes,
  words,
}: {
  causes: Setup['causes'];
  words: NonNullable<Setup['questions']['content']>['words'];
}): ReactNode {
  const { t } = useSpeech();
  const blocking = causes.filter(({ blocks }) => blocks);
  const lacking = causes.filter(({ blocks }) => !blocks);
  const unexplained = sumOf(words.filter(({ blocks }) => blocks));
  const total = sumOf(blocking) + unexplained;
  return (
    <>
      {total > 0 && (
        <Fold summary={t('setup.causes', { n: total })}>
          <Muted mb="xs">{t('setup.causes.more')}</Muted>
          <CauseList causes={blocking} />
          {unexplained > 0 && (
            <Text size="sm" mt={blocking.length > 0 ? 'xs' : 0}>
              {t('setup.causes.words')} <b>{t('setup.listings', { n: unexplained })}</b>
            </Text>
          )}
        </Fold>
      )}
      {lacking.length > 0 && (
        <Fold summary={t('setup.causes.lacks')}>
          <CauseList causes={lacking} />
        </Fold>
      )}
    </>
  );
}

const sumOf = (parts: readonly { listings: number }[]): number =>
  parts.reduce((sum, { listings }) => sum + listings, 0);

function CauseList({ causes }: { causes: Setup['causes'] }): ReactNode {
  const { t, told } = useSpeech();
  return (
    <List spacing="xs" size="sm">
      {causes.map(({ code, pointer, sentence, listings, samples }) => (
        <List.Item key={`${code} ${pointer}`}>
          {told(sentence)} <b>{t('setup.listings', { n: listings })}</b>
          <Concerned samples={samples} />
        </List.Item>
      ))}
    </List>
  );
}

/** Listings of a cause that are shown before a person asks for all. */
const firstShown = 5;

/** The listings that a cause concerns, as the agency's software writes their ids, each with the value at fault. */
function Concerned({ samples }: Pick<Setup['causes'][number], 'samples'>): ReactNode {
  const { t } = useSpeech();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? samples : samples.slice(0, firstShown);
  return (
    <Text size="xs" c="dimmed" component="div" className="whole">
      {shown
        .map(({ external_id: id, value }) => (value === null ? codeOf(id) : `${codeOf(id)}: ${value}`))
        .join(' · ')}
      {shown.length < samples.length && (
        <Button variant="subtle" size="compact-xs" ml={6} onClick={() => setWhole(true)}>
          {t('setup.causes.all', { n: samples.length })}
        </Button>
      )}
    </Text>
  );
}
