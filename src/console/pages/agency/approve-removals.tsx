import { Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { api, type Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { Ask } from '../../parts/ask.js';
import { useToasts } from '../../parts/toasts.js';
import { useSpeech } from '../../words/context.js';

const topics = ['holds', 'home', 'listings'] as const;

/** Confirm what would be taken off, or keep it: exactly as many as are shown. */
export function ApproveRemovals({ question }: { question: Schemas['HoldDetail'] }): ReactNode {
  const { t } = useSpeech();
  const toasts = useToasts();
  const [, go] = useLocation();
  const [isAsked, setAsked] = useState(false);
  const { id, count: n } = question;
  const params = { path: { id } };
  const approve = useAct(
    () => api.POST('/api/v1/holds/{id}/approve', { params, body: { expect: n } }),
    topics,
  );
  const keep = useAct(() => api.POST('/api/v1/holds/{id}/reject', { params, body: {} }), topics);
  const settled = (text: string) => () => {
    toasts.done(text);
    go('/waiting');
  };
  return (
    <Group gap="sm">
      <Button
        loading={keep.isPending}
        onClick={() =>
          keep.mutate(undefined, { onSuccess: settled(t('waiting.kept')), onError: toasts.failed })
        }
      >
        {t('waiting.keep', { n })}
      </Button>
      <Button variant="outline" color="red.8" className="danger" onClick={() => setAsked(true)}>
        {t('waiting.take_off', { n })}
      </Button>
      <Ask
        isOpen={isAsked}
        title={t('waiting.take_off.title')}
        act={t('waiting.take_off', { n })}
        isDangerous
        isBusy={approve.isPending}
        error={approve.error}
        onClose={() => setAsked(false)}
        onAct={() => approve.mutate(undefined, { onSuccess: settled(t('waiting.taken_off')) })}
      >
        <Text>{t('waiting.take_off.text', { n })}</Text>
      </Ask>
    </Group>
  );
}
