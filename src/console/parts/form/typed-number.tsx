import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSpeech } from '../../words/context.js';
import { bound } from './form.js';

/**
 * The number of listings that a person types before many of them change.
 * @param above up to this number nothing is typed
 */
export function useTypedNumber(n: number, above: number): { isReady: boolean; field: ReactNode } {
  const { t } = useSpeech();
  const [typed, setTyped] = useState('');
  if (n <= above) return { isReady: true, field: null };
  return {
    isReady: typed.trim() === String(n),
    field: (
      <TextInput
        label={t('doubts.type_number', { n: String(n) })}
        inputMode="numeric"
        {...bound(typed, setTyped)}
      />
    ),
  };
}
