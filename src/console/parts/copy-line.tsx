import { Button, CopyButton, Group, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSpeech } from '../words/context.js';

/** A text to copy, for example a link that is shown only once, with a button that copies it. */
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

/** A button that copies `text`. After a click, the button's label reports that the text is copied. */
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
