import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { useSpeech } from '../../words/context.js';
import { ContentQuestion } from './content-question.js';
import { FactQuestion } from './fact-question.js';
import { PersonFields, type Person } from './person.js';

/** What only the agency knows, in at most three questions. */
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
      <Text size="sm" c="dimmed">
        {t('setup.answer.more')}
      </Text>
      {facts.length > 0 && (
        <div>
          <PersonFields person={person} onChange={onPerson} />
          <Text size="xs" c="dimmed" mt={6}>
            {t('setup.answer.kept')}
          </Text>
        </div>
      )}
      {mandate !== null && <FactQuestion name={name} person={person} kind="mandate" question={mandate} />}
      {owner !== null && <FactQuestion name={name} person={person} kind="owner_nearby" question={owner} />}
      {content !== null && <ContentQuestion name={name} content={content} />}
    </Stack>
  );
}
