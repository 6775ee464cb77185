import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSpeech } from '../words/context.js';
import { ColourChoice, LanguageChoice } from './preferences.js';

/** The frame of the pages that need no signed-in account: sign-in and invitation. */
export function Doorway({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const { t } = useSpeech();
  return (
    <main className="narrow">
      <Group justify="space-between" mb="md">
        <Text fw={700}>{t('app.name')}</Text>
        <Group gap="xs">
          <LanguageChoice />
          <ColourChoice />
        </Group>
      </Group>
      <Paper withBorder p="lg">
        <Stack>
          <Title order={1} size="h3">
            {title}
          </Title>
          {children}
        </Stack>
      </Paper>
    </main>
  );
}
