import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { api } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { AskButton } from '../../parts/ask.js';
import { useToasts } from '../../parts/toasts.js';
import { useSpeech } from '../../words/context.js';

/** A button that removes an account after a confirmation. */
export function RemovePerson({ id, name }: { id: number; name: string }): ReactNode {
  const { t } = useSpeech();
  const { done } = useToasts();
  const remove = useAct(
    () => api.DELETE('/api/v1/users/{id}', { params: { path: { id } } }),
    ['people', 'tokens'],
  );
  return (
    <AskButton
      label={t('people.remove')}
      aria-label={`${t('people.remove')}: ${name}`}
      act={remove}
      isDangerous
      onDone={({ message }) => done(t('people.removed'), message)}
      size="compact-sm"
      variant="subtle"
      color="gray"
      className="mark-bad"
    >
      <Text>{t('people.remove.sure', { name })}</Text>
    </AskButton>
  );
}
