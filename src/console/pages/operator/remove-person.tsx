import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { api } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { Ask } from '../../parts/ask.js';
import { useToasts } from '../../parts/toasts.js';
import { useSpeech } from '../../words/context.js';

export function RemovePerson({ id, name }: { id: number; name: string }): ReactNode {
  const { t } = useSpeech();
  const { done } = useToasts();
  const [isAsked, question] = useDisclosure(false);
  const remove = useAct(
    () => api.DELETE('/api/v1/users/{id}', { params: { path: { id } } }),
    ['people', 'tokens'],
  );
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        className="mark-bad"
        aria-label={`${t('people.remove')}: ${name}`}
        onClick={question.open}
      >
        {t('people.remove')}
      </Button>
      <Ask
        isOpen={isAsked}
        title={t('people.remove')}
        act={t('people.remove')}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onClose={question.close}
        onAct={() => remove.mutate(undefined, { onSuccess: ({ message }) => done(message) })}
      >
        <Text>{t('people.remove.sure', { name })}</Text>
      </Ask>
    </>
  );
}
