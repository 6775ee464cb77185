import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { To, ToButton } from '../../parts/links.js';
import { Muted } from '../../parts/muted.js';
import { PageTitle } from '../../parts/page-title.js';
import { Answered, EmptyPart } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';
import { QuestionLines } from './question-lines.js';

type Question = Schemas['SharedQuestionCard'];

/** What three or more feeds of one mapping or host ask alike, the questions about most listings first. */
export default function QuestionsPage(): ReactNode {
  const { t } = useSpeech();
  const questions = useAnswer(['holds', 'questions'], (signal) => api.GET('/api/v1/questions', { signal }));
  return (
    <>
      <PageTitle title={t('nav.questions')}>{t('questions.lead')}</PageTitle>
      <Answered question={questions}>
        {({ questions: open }) =>
          open.length === 0 ? (
            <EmptyPart title={t('questions.none')}>{t('questions.none.more')}</EmptyPart>
          ) : (
            <Stack component="ul" className="plain" gap="md">
              {open.map((question) => (
                <QuestionCard key={question.id} question={question} />
              ))}
            </Stack>
          )
        }
      </Answered>
    </>
  );
}

function QuestionCard({ question }: { question: Question }): ReactNode {
  const { t, told } = useSpeech();
  const { id, sentence, samples, count: n } = question;
  return (
    <Paper component="li" withBorder p="md">
      <Stack gap="sm">
        <Text fw={600} className="sentence">
          {told(sentence)}
        </Text>
        <QuestionFeeds question={question} />
        <QuestionLines lines={samples} label={t('questions.samples')} />
        <Group>
          <ToButton href={`/questions/${id}`}>{t('questions.open', { n })}</ToButton>
        </Group>
      </Stack>
    </Paper>
  );
}

/** The feeds that ask, each with the number of its listings. */
export function QuestionFeeds({ question: { by_feed: feeds } }: { question: Question }): ReactNode {
  const { t } = useSpeech();
  return (
    <Group component="ul" className="plain" gap="xs" aria-label={t('questions.feeds')}>
      {feeds.map(({ feed, agency, count: n }) => (
        <Group component="li" key={feed} gap={4}>
          <To href={`/feeds/${encodeURIComponent(feed)}`}>{feed}</To>
          {agency !== feed && <Muted size="xs">{agency}</Muted>}
          <Badge variant="default" tt="none" fw={500}>
            {t('questions.listings', { n })}
          </Badge>
        </Group>
      ))}
    </Group>
  );
}
