import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { api } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { AskButton } from '../../parts/ask.js';
import { useToasts } from '../../parts/toasts.js';
import { useSpeech } from '../../words/context.js';

/** A button that removes an agency after a confirmation. */
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
  const remove = useAct(() => api.DELETE('/api/v1/agencies/{name}', { params: { path: { name } } }), []);
  const removed = (): void => {
    done(t('agencies.removed', { name: title }));
    onRemoved();
  };
  return (
    <div>
      <AskButton
        label={t('agencies.remove')}
        act={remove}
        isDangerous
        onDone={removed}
        variant="default"
        className="mark-bad"
      >
        <Text>{t('agencies.remove.sure', { name: title })}</Text>
      </AskButton>
    </div>
  );
}
