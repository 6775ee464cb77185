import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyLine } from '../../parts/copy-line.js';
import { useSpeech } from '../../words/context.js';

/** What to ask the maker of the agency's software for, where the file has no id that stays. */
export function IdRequest({ sentence }: { sentence: string }): ReactNode {
  const { t } = useSpeech();
  return (
    <Stack gap="xs" component="section" aria-label={t('setup.id')}>
      <Text size="sm">{t('setup.id.more')}</Text>
      <CopyLine label={t('setup.id')} text={sentence} />
    </Stack>
  );
}
