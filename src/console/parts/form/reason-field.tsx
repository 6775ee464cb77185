import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { bound } from './form.js';

/** Longest reason that the API takes. */
const reasonMax = 500;

/** The field of a dialog in which a person says why a listing is kept off the portal. */
export function ReasonField({
  label,
  reason,
  setReason,
}: {
  label: string;
  reason: string;
  setReason: (reason: string) => void;
}): ReactNode {
  return (
    <TextInput label={label} required maxLength={reasonMax} data-autofocus {...bound(reason, setReason)} />
  );
}
