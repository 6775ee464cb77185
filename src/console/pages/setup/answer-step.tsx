import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { Muted } from '../../parts/muted.js';
import { useSpeech } from '../../words/context.js';
import { ContentQuestion } from './content-question.js';
import { FactQuestion } from './fact-question.js';
import { PersonFields, type Person } from './person.js';

/**
 * The step with the questions that only the agency can answer: at most two statements, and the question about words
 * and values.
 */
export function AnswerStep({
  setup,
  person,
  onPerson,
}: {
  setup: Schemas['Setup'];
  person: Person;
  onPerson: (person: Person) => void;
}): ReactNode {
  const { t } = useSpeech();
  const { mandate, owner_nearby: owner, content } = setup.questions;
  const { name } = setup.agency;
  if (mandate === null && owner === null && content === null) return <Text>{t('setup.answer.none')}</Text>;
  const facts = [mandate, owner].filter((fact) => fact !== null);
  return (
    <Stack gap="lg">
      <Muted>{t('setup.answer.more')}</Muted>
      {facts.length > 0 && (
        <div>
          <PersonFields person={person} onChange={onPerson} />
          <Muted size="xs" mt={6}>
            {t('setup.answer.kept')}
          </Muted>
        </div>
      )}
      {mandate !== null && <FactQuestion name={name} person={person} kind="mandate" question={mandate} />}
      {owner !== null && <FactQuestion name={name} person={person} kind="owner_nearby" question={owner} />}
      {content !== null && <ContentQuestion name={name} content={content} />}
    </Stack>
  );
}
