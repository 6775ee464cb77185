import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSpeech } from '../words/context.js';
import { FormFailure } from './form-failure.js';

/** A question before something that is not easily taken back. */
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
  /** What the button does: a verb. */
  act: string;
  isDangerous?: boolean;
  isBusy: boolean;
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
