import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { api } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { Ask } from '../../parts/ask.js';
import { useToasts } from '../../parts/toasts.js';
import { useSpeech } from '../../words/context.js';

export function RemoveAgency({
  name,
  title,
  onRemoved,
}: {
  name: string;
  title: string;
  onRemoved: () => void;
}): ReactNode {
  const { t } = useSpeech();
  const { done } = useToasts();
  const [isAsked, question] = useDisclosure(false);
  const remove = useAct(() => api.DELETE('/api/v1/agencies/{name}', { params: { path: { name } } }), []);
  const removed = (): void => {
    done(t('agencies.removed', { name: title }));
    onRemoved();
  };
  return (
    <div>
      <Button variant="default" className="mark-bad" onClick={question.open}>
        {t('agencies.remove')}
      </Button>
      <Ask
        isOpen={isAsked}
        title={t('agencies.remove')}
        act={t('agencies.remove')}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onClose={question.close}
        onAct={() => remove.mutate(undefined, { onSuccess: removed })}
      >
        <Text>{t('agencies.remove.sure', { name: title })}</Text>
      </Ask>
    </div>
  );
}
