import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** Secondary text: small and pale. */
export function Muted(props: TextProps & { role?: 'status'; lang?: 'en'; children: ReactNode }): ReactNode {
  return <Text size="sm" c="dimmed" {...props} />;
}
