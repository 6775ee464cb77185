import { Text, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { Ask } from '../../parts/ask.js';
import { DayField } from '../../parts/form/day-field.js';
import { bound } from '../../parts/form/form.js';
import { useToasts } from '../../parts/toasts.js';
import { useSpeech } from '../../words/context.js';

/**
 * The dialog that keeps a listing off the portal although its feed has it. The agency gives a reason and may set a
 * last day.
 */
export function SuppressListing({
  connection,
  id,
  isOpen,
  onClose,
}: {
  connection: string;
  id: string;
  isOpen: boolean;
  onClose: () => void;
}): ReactNode {
  const { t, endOf } = useSpeech();
  const toasts = useToasts();
  const [reason, setReason] = useState('');
  const [day, setDay] = useState<string | null>('');
  const suppress = useAct(
    () =>
      api.POST('/api/v1/listings/{connection}/{id}/suppress', {
        params: { path: { connection, id } },
        body: { reason: reason.trim(), until: day === null || day === '' ? null : endOf(day) },
      }),
    ['listings', 'home'],
  );
  return (
    <Ask
      isOpen={isOpen}
      title={t('listing.keep_off.title')}
      act={t('listing.keep_off')}
      isDangerous
      isBusy={suppress.isPending}
      isReady={reason.trim() !== '' && day !== null}
      error={suppress.error}
      onClose={onClose}
      onAct={() =>
        suppress.mutate(undefined, {
          onSuccess: () => {
            toasts.done(t('listing.keep_off.done'));
            onClose();
          },
        })
      }
    >
      <Text>{t('listing.keep_off.text')}</Text>
      <Textarea
        label={t('listing.keep_off.reason')}
        required
        autosize
        minRows={2}
        maxLength={500}
        {...bound(reason, setReason)}
      />
      <DayField label={t('listing.keep_off.until')} value={day} onChange={setDay} />
    </Ask>
  );
}
