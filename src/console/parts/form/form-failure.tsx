import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { Details } from '../details.js';
import { useReason } from '../refusal.js';

/** The reason why an action failed; nothing if `error` is null. */
export function FormFailure({ error }: { error: Error | null }): ReactNode {
  const reasonOf = useReason();
  if (error === null) return null;
  const { text, details } = reasonOf(error);
  return (
    <Alert color="red" variant="outline" role="alert">
      {text}
      <Details lines={details} />
    </Alert>
  );
}
