import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Muted } from './muted.js';

/** A framed part of a page with a heading. */
export function Section({
  title,
  text,
  children,
}: {
  title: string;
  /** A line below the heading that says what the part is about. */
  text?: string;
  children: ReactNode;
}): ReactNode {
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="h4" mb={text === undefined ? 'sm' : 0}>
        {title}
      </Title>
      {text !== undefined && <Muted mb="sm">{text}</Muted>}
      {children}
    </Paper>
  );
}
