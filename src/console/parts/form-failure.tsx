import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { useReason } from './refusal.js';

/** Why what was entered was not taken; nothing where it was. */
export function FormFailure({ error }: { error: Error | null }): ReactNode {
  const reasonOf = useReason();
  if (error === null) return null;
  return (
    <Alert color="red" variant="outline" role="alert">
      {reasonOf(error)}
    </Alert>
  );
}
