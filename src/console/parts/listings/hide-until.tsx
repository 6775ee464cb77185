import { Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { useSpeech } from '../../words/context.js';
import { AskButton } from '../ask.js';
import { bound } from '../form/form.js';
import { useToasts } from '../toasts.js';

/** A button that hides all listings of a hold until a day instead of removing them, for an agency that closed for a season. */
export function HideUntil({
  hold: { id, count: n },
  onDone,
}: {
  hold: Pick<Schemas['HoldDetail'], 'id' | 'count'>;
  onDone: () => void;
}): ReactNode {
  const { t } = useSpeech();
  const { done } = useToasts();
  const [day, setDay] = useState('');
  const hide = useAct(
    () =>
      api.POST('/api/v1/holds/{id}/approve', {
        params: { path: { id } },
        body: { expect: n, hide_until: new Date(`${day}T00:00:00`).toISOString() },
      }),
    ['holds', 'home', 'listings', 'overview'],
  );
  return (
    <AskButton
      label={t('season.hide')}
      title={t('season.title')}
      act={hide}
      isReady={day !== ''}
      onDone={(_data, close) => {
        close();
        done(t('season.done'));
        onDone();
      }}
    >
      <TextInput type="date" label={t('season.until')} required {...bound(day, setDay)} />
      <Text size="sm">{t('season.text', { n })}</Text>
    </AskButton>
  );
}
