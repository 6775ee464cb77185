import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a page under a heading of its own. */
export function Section({
  title,
  text,
  children,
}: {
  title: string;
  /** What it is about, in a line. */
  text?: string;
  children: ReactNode;
}): ReactNode {
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="h4" mb={text === undefined ? 'sm' : 0}>
        {title}
      </Title>
      {text !== undefined && (
        <Text size="sm" c="dimmed" mb="sm">
          {text}
        </Text>
      )}
      {children}
    </Paper>
  );
}
