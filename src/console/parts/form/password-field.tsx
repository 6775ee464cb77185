import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSpeech } from '../../words/context.js';
import { useFieldMessage } from './field-message.js';

/** A password, with a button that shows it. */
export function PasswordField(props: PasswordInputProps): ReactNode {
  const { t } = useSpeech();
  const { error, ...own } = useFieldMessage();
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': t('do.show_password') }}
      {...props}
      {...own}
      error={props.error ?? error}
    />
  );
}
