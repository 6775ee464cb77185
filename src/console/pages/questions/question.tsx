import { Group, Paper, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct, usePages } from '../../api/queries.js';
import { AskButton } from '../../parts/ask.js';
import { BackLink } from '../../parts/back-link.js';
import { bound } from '../../parts/form/form.js';
import { PlaceChoice, placePath } from '../../parts/form/place-choice.js';
import { MoreButton } from '../../parts/more-button.js';
import { Muted } from '../../parts/muted.js';
import { PageTitle } from '../../parts/page-title.js';
import { usePath } from '../../path.js';
import { EmptyPart, FailurePart, LoadingPart } from '../../parts/states.js';
import { useToasts } from '../../parts/toasts.js';
import { useTypedNumber } from '../../parts/form/typed-number.js';
import { useSpeech } from '../../words/context.js';
import { useVocabulary } from '../agency/vocabulary.js';
import { QuestionLines } from './question-lines.js';
import { QuestionFeeds } from './questions.js';

type Question = Schemas['SharedQuestionCard'];

/** The select's value for "the word is left out". It contains a NUL, so it cannot equal a key of the portal. */
const leftOut = '\u0000left out';

/** One question that several feeds share: every listing that the answer changes, and the answer. */
export default function QuestionPage(): ReactNode {
  const { t, told } = useSpeech();
  const { id } = usePath('id');
  const [meaning, setMeaning] = useState<string | null>(null);
  const [isAnswered, setAnswered] = useState(false);
  const shownMeaning = meaning === null || meaning === leftOut ? {} : { meaning };
  const pages = usePages(['holds', 'question', id, meaning], (next, signal) =>
    api.GET('/api/v1/questions/{id}', {
      params: { path: { id }, query: { limit: 60, ...shownMeaning, ...next } },
      signal,
    }),
  );
  if (isAnswered)
    return (
      <>
        <PageTitle
          title={t('nav.questions')}
          action={<BackLink href="/questions">{t('nav.questions')}</BackLink>}
        />
        <EmptyPart title={t('questions.answered')}>{t('questions.answered.more')}</EmptyPart>
      </>
    );
  const question = pages.data?.pages[0]?.question;
  if (pages.data === undefined || question === undefined)
    return pages.error === null ? <LoadingPart /> : <FailurePart error={pages.error} />;
  return (
    <>
      <PageTitle
        title={t('nav.questions')}
        action={<BackLink href="/questions">{t('nav.questions')}</BackLink>}
      >
        {told(question.sentence)}
      </PageTitle>
      <Stack gap="md">
        <Paper withBorder p="md">
          <Stack gap="sm">
            <QuestionFeeds question={question} />
            {question.word !== null && (
              <Meaning question={question} meaning={meaning} onChange={setMeaning} />
            )}
            <Muted>{t('questions.each')}</Muted>
            <Answer question={question} meaning={meaning} onDone={() => setAnswered(true)} />
          </Stack>
        </Paper>
        <QuestionLines lines={pages.data.pages.flatMap(({ lines }) => lines)} label={t('questions.lines')} />
        <MoreButton pages={pages} />
      </Stack>
    </>
  );
}

/** A choice of what the asked word means: an entry of its list, or free text where it has none. */
function Meaning({
  question: { word, list },
  meaning,
  onChange,
}: {
  question: Question;
  meaning: string | null;
  onChange: (meaning: string | null) => void;
}): ReactNode {
  const { t } = useSpeech();
  const { options, filter } = useVocabulary(list);
  const label = t('words.meaning_of', { word: word?.word ?? '' });
  if (word?.field === placePath)
    return (
      <PlaceChoice
        label={label}
        value={meaning === null ? undefined : meaning === leftOut ? null : meaning}
        onPick={(key) => onChange(key === null ? leftOut : (key ?? null))}
      />
    );
  if (list === null)
    return (
      <TextInput
        label={label}
        maw="24rem"
        {...bound(meaning === leftOut ? '' : (meaning ?? ''), (text) => onChange(text === '' ? null : text))}
      />
    );
  return (
    <Select
      label={label}
      placeholder={t('words.pick')}
      nothingFoundMessage={t('words.no_match')}
      maw="24rem"
      searchable
      filter={filter}
      data={list === 'state' ? options : [...options, { value: leftOut, label: t('words.left_out') }]}
      value={meaning}
      onChange={onChange}
    />
  );
}

function Answer({
  question: { id, shown, count: n, word, expect_above: typedAbove },
  meaning,
  onDone,
}: {
  question: Question;
  meaning: string | null;
  onDone: () => void;
}): ReactNode {
  const { t } = useSpeech();
  const toasts = useToasts();
  const typed = useTypedNumber(n, typedAbove);
  const given = word === null ? {} : { meaning: meaning === leftOut ? null : (meaning ?? '') };
  const answer = useAct(
    () =>
      api.POST('/api/v1/questions/{id}/answer', {
        params: { path: { id } },
        body: { shown, expect: n, ...given },
      }),
    ['holds', 'home', 'overview', 'listings', 'feeds', 'words', 'mapping'],
  );
  const isChosen = word === null || meaning !== null;
  const label = word === null ? t('doubts.confirm_all', { n }) : t('questions.give', { n });
  return (
    <Group>
      <AskButton
        label={label}
        act={answer}
        disabled={!isChosen}
        isReady={isChosen && typed.isReady}
        onDone={(_data, close) => {
          close();
          toasts.done(t('questions.answered'));
          onDone();
        }}
      >
        <Text>{word === null ? t('doubts.confirm_all.text', { n }) : t('questions.give.text', { n })}</Text>
        {typed.field}
      </AskButton>
    </Group>
  );
}
