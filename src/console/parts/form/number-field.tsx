import { NumberInput, type NumberInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFieldMessage } from './field-message.js';

/** A field for a number, with the console's own message under it. */
export function NumberField(props: NumberInputProps): ReactNode {
  const { error, ...own } = useFieldMessage();
  return <NumberInput {...props} {...own} error={props.error ?? error} />;
}
