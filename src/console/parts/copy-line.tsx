import { Button, CopyButton, Group, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSpeech } from '../words/context.js';

/** A text that is to be taken elsewhere, such as a link that is shown once. */
export function CopyLine({ label, text }: { label: string; text: string }): ReactNode {
  return (
    <Group align="end" gap="xs" wrap="nowrap">
      <TextInput
        label={label}
        flex={1}
        readOnly
        value={text}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyText text={text} />
    </Group>
  );
}

export function CopyText({ text, label }: { text: string; label?: string }): ReactNode {
  const { t } = useSpeech();
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button variant="default" onClick={copy} aria-live="polite">
          {copied ? t('do.copied') : (label ?? t('do.copy'))}
        </Button>
      )}
    </CopyButton>
  );
}
