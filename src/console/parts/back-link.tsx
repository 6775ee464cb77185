import { Group } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { To } from './links.js';

/** A link to the page above this one, for example from one listing to the list. */
export function BackLink({ href, children }: { href: string; children: ReactNode }): ReactNode {
  return (
    <To href={href} size="sm" mb="xs" display="inline-block">
      <Group gap={4} component="span">
        <IconArrowLeft size={16} aria-hidden />
        {children}
      </Group>
    </To>
  );
}
