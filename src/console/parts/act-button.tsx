import { Button, type ButtonProps } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useToasts } from './toasts.js';

/** A button that runs an action without asking first. A toast reports success (`done`) or the failure. */
export function ActButton<Data>({
  act,
  done,
  onDone,
  ...button
}: ButtonProps & {
  act: UseMutationResult<Data, Error, void>;
  /** The toast's text after success. */
  done: string;
  onDone?: () => void;
  children: ReactNode;
}): ReactNode {
  const toasts = useToasts();
  const run = (): void =>
    act.mutate(undefined, {
      onSuccess: () => {
        toasts.done(done);
        onDone?.();
      },
      onError: toasts.failed,
    });
  return <Button loading={act.isPending} onClick={run} {...button} />;
}
