import { Button, Group, Modal, Stack, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSpeech } from '../words/context.js';
import { FormFailure } from './form/form-failure.js';

/** A dialog that asks for confirmation before an action that cannot easily be undone. */
export function Ask({
  isOpen,
  title,
  act,
  isDangerous = false,
  isBusy,
  isReady = true,
  error = null,
  onClose,
  onAct,
  children,
}: {
  isOpen: boolean;
  title: string;
  /** The text of the button that runs the action: a verb. */
  act: string;
  /** The button is red. */
  isDangerous?: boolean;
  isBusy: boolean;
  /** Whether the action can run, for example because its required fields are filled in. */
  isReady?: boolean;
  error?: Error | null;
  onClose: () => void;
  onAct: () => void;
  children: ReactNode;
}): ReactNode {
  const { t } = useSpeech();
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('do.close') }}>
      <Stack>
        {children}
        <FormFailure error={error} />
        <Group justify="end">
          <Button variant="default" onClick={onClose}>
            {t('do.cancel')}
          </Button>
          <Button color={isDangerous ? 'red.8' : 'tide'} loading={isBusy} disabled={!isReady} onClick={onAct}>
            {act}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** A button that runs an action once the dialog that it opens is confirmed. */
export function AskButton<Data>({
  label,
  title = label,
  act,
  isDangerous = false,
  isReady = true,
  onDone,
  children,
  ...button
}: ButtonProps & {
  'aria-label'?: string;
  /** The text of this button and of the dialog's. */
  label: string;
  title?: string;
  act: UseMutationResult<Data, Error, void>;
  isDangerous?: boolean;
  isReady?: boolean;
  /** Runs after success. The dialog stays open unless `close` is called. */
  onDone: (data: Data, close: () => void) => void;
  children: ReactNode;
}): ReactNode {
  const [isAsked, question] = useDisclosure(false);
  return (
    <>
      <Button onClick={question.open} {...button}>
        {label}
      </Button>
      <Ask
        isOpen={isAsked}
        title={title}
        act={label}
        isDangerous={isDangerous}
        isBusy={act.isPending}
        isReady={isReady}
        error={act.error}
        onClose={question.close}
        onAct={() => act.mutate(undefined, { onSuccess: (data) => onDone(data, question.close) })}
      >
        {children}
      </Ask>
    </>
  );
}
