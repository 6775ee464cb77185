import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFieldMessage } from './field-message.js';

/** A text field with the console's own message under it. @param props.mismatch what it takes, if it has a `pattern` */
export function TextField({ mismatch, ...props }: TextInputProps & { mismatch?: string }): ReactNode {
  const { error, ...own } = useFieldMessage(mismatch);
  return <TextInput {...props} {...own} error={props.error ?? error} />;
}
