import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer, usePages } from '../../api/queries.js';
import { BackLink } from '../../parts/back-link.js';
import { DecideDoubts } from '../../parts/doubts/decide-doubts.js';
import { DoubtList } from '../../parts/doubts/doubt-list.js';
import { listingPage, ToButton } from '../../parts/links.js';
import { ListingCard } from '../../parts/listing-card.js';
import { codeOf } from '../../parts/listings/listing-code.js';
import { Moment } from '../../parts/moment.js';
import { MoreButton } from '../../parts/more-button.js';
import { Muted } from '../../parts/muted.js';
import { PageTitle } from '../../parts/page-title.js';
import { usePath } from '../../path.js';
import { Answered, EmptyPart, FailurePart, LoadingPart } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';
import { Expected } from './expected.js';
import { WhatStays } from '../../parts/listings/what-stays.js';
import { ApproveRemovals } from './approve-removals.js';
import { TaskLine } from './task-line.js';

type Question = Schemas['HoldDetail'];

/**
 * Removals and values that wait for the agency to confirm them, and removals that it announces in advance. If the address has an id, the page shows
 * the waiting hold with this id.
 */
export default function WaitingPage(): ReactNode {
  const { id } = usePath('id');
  return id === '' ? <All /> : <One id={Number(id)} />;
}

/** Tasks that are holds have lines of their own. */
const holdTasks: ReadonlySet<Schemas['Task']['kind']> = new Set(['confirm_removals', 'confirm_values']);

/** All that waits, as on the home page: the holds, then what else only the agency can do. */
function All(): ReactNode {
  const { t } = useSpeech();
  const open = useAnswer(['holds'], (signal) => api.GET('/api/v1/holds', { signal }));
  const home = useAnswer(['home'], (signal) => api.GET('/api/v1/home', { signal }));
  const homes = home.data?.homes ?? [];
  const tasks = homes.flatMap(({ agency, connection, tasks: own }) =>
    own
      .filter(({ kind }) => !holdTasks.has(kind))
      .map((task) => ({
        ...{ task, key: `${connection} ${task.kind} ${task.feed ?? ''}` },
        agency: homes.length > 1 ? agency : undefined,
      })),
  );
  return (
    <>
      <PageTitle title={t('nav.waiting')} />
      <Stack>
        <Answered question={open}>
          {({ holds }) =>
            holds.length + tasks.length === 0 ? (
              <EmptyPart title={t('waiting.none')}>{t('waiting.none.more')}</EmptyPart>
            ) : (
              <Stack component="ul" className="plain" gap="sm">
                {holds.map((question) => (
                  <Line key={question.id} question={question} />
                ))}
                {tasks.map(({ key, ...of }) => (
                  <TaskLine key={key} {...of} />
                ))}
              </Stack>
            )
          }
        </Answered>
        <Expected />
      </Stack>
    </>
  );
}

function Line({ question }: { question: Question }): ReactNode {
  const { t, told } = useSpeech();
  return (
    <Paper component="li" withBorder p="md">
      <Group justify="space-between" gap="sm">
        <div className="grow">
          <Text>{told(question.sentence)}</Text>
          <Muted>
            {t(countText(question), { n: question.count })} · <Moment at={question.opened_at} ago />
          </Muted>
        </div>
        <ToButton href={`/waiting/${question.id}`}>{t('waiting.open')}</ToButton>
      </Group>
    </Paper>
  );
}

function countText({ kind }: Question): 'doubts.values' | 'waiting.listings' {
  return kind === 'content' ? 'doubts.values' : 'waiting.listings';
}

function One({ id }: { id: number }): ReactNode {
  const { t } = useSpeech();
  const pages = usePages(['holds', id], (next, signal) =>
    api.GET('/api/v1/holds/{id}', { params: { path: { id }, query: { limit: 60, ...next } }, signal }),
  );
  const question = pages.data?.pages[0]?.hold;
  return (
    <>
      <BackLink href="/waiting">{t('waiting.back')}</BackLink>
      <PageTitle title={t('nav.waiting')} />
      {pages.error !== null && <FailurePart error={pages.error} retry={() => void pages.refetch()} />}
      {question === undefined
        ? pages.error === null && <LoadingPart />
        : pages.data !== undefined &&
          (question.kind === 'content' ? (
            <Values question={question} pages={pages.data.pages} more={<MoreButton pages={pages} />} />
          ) : (
            <Cards
              question={question}
              listings={pages.data.pages.flatMap((page) => page.listings)}
              more={<MoreButton pages={pages} />}
            />
          ))}
    </>
  );
}

/** Values in doubt. */
function Values({
  question,
  pages,
  more,
}: {
  question: Question;
  pages: readonly { doubts: Schemas['DoubtCard'][]; questions: Schemas['Question'][] }[];
  more: ReactNode;
}): ReactNode {
  const { t } = useSpeech();
  const [, go] = useLocation();
  return (
    <Stack>
      <Asked question={question}>
        <Muted>{t('doubt.correct')}</Muted>
        <DecideDoubts hold={question} onDone={() => go('/waiting')} />
      </Asked>
      <DoubtList
        doubts={pages.flatMap(({ doubts }) => doubts)}
        questions={pages[0]?.questions ?? []}
        feed={question.feed}
      />
      {more}
    </Stack>
  );
}

/** The question, and how it is answered while it is open. */
function Asked({ question, children }: { question: Question; children: ReactNode }): ReactNode {
  const { t, told } = useSpeech();
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Text size="lg">{told(question.sentence)}</Text>
        {question.state === 'open' ? children : <Text fw={600}>{t('waiting.decided')}</Text>}
      </Stack>
    </Paper>
  );
}

function Cards({
  question,
  listings,
  more,
}: {
  question: Question;
  listings: readonly Schemas['HoldCard'][];
  more: ReactNode;
}): ReactNode {
  const { t } = useSpeech();
  return (
    <Stack>
      <Asked question={question}>
        <WhatStays question={question} />
        <ApproveRemovals question={question} />
      </Asked>
      <Title order={2} size="h4">
        {t('waiting.listings', { n: question.count })}
      </Title>
      <SimpleGrid component="ul" className="plain" cols={{ base: 1, md: 2 }} spacing="sm">
        {listings.map((line) => (
          <li key={line.external_id}>
            <ListingCard
              card={line.card}
              id={line.external_id}
              title={
                <Link href={listingPage({ connection: question.connection, external_id: line.external_id })}>
                  {line.title ?? t('listing.untitled', { id: codeOf(line.external_id) })}
                </Link>
              }
            >
              {line.reason === 'inactive' && <Text size="xs">{t('waiting.inactive')}</Text>}
              {line.renamed_to !== null && t('waiting.renamed', { id: codeOf(line.renamed_to) })}
              {line.renamed_to === null && line.last_seen_at !== null && (
                <Muted span size="xs">
                  {t('waiting.last_seen')}: <Moment at={line.last_seen_at} />
                </Muted>
              )}
            </ListingCard>
          </li>
        ))}
      </SimpleGrid>
      {more}
    </Stack>
  );
}
