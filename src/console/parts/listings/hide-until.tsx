import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { useSpeech } from '../../words/context.js';
import { AskButton } from '../ask.js';
import { DayField } from '../form/day-field.js';
import { useToasts } from '../toasts.js';

/** A button that hides all listings of a hold until a day instead of removing them, for an agency that closed for a season. */
export function HideUntil({
  hold: { id, count: n },
  onDone,
}: {
  hold: Pick<Schemas['HoldDetail'], 'id' | 'count'>;
  onDone: () => void;
}): ReactNode {
  const { t, atOf } = useSpeech();
  const { done } = useToasts();
  const [day, setDay] = useState<string | null>('');
  const hide = useAct(
    () =>
      api.POST('/api/v1/holds/{id}/approve', {
        params: { path: { id } },
        body: { expect: n, hide_until: new Date(atOf(`${day}T00:00:00`) ?? Number.NaN).toISOString() },
      }),
    ['holds', 'home', 'listings', 'overview'],
  );
  return (
    <AskButton
      label={t('season.hide')}
      title={t('season.title')}
      act={hide}
      isReady={day !== null && day !== ''}
      onDone={(_data, close) => {
        close();
        done(t('season.done'));
        onDone();
      }}
    >
      <DayField label={t('season.until')} required value={day} onChange={setDay} />
      <Text size="sm">{t('season.text', { n })}</Text>
    </AskButton>
  );
}
