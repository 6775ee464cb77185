import { Anchor, Group } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

/** To the page above this one. */
export function BackLink({ href, children }: { href: string; children: ReactNode }): ReactNode {
  return (
    <Anchor component={Link} href={href} size="sm" mb="xs" display="inline-block">
      <Group gap={4} component="span">
        <IconArrowLeft size={16} aria-hidden />
        {children}
      </Group>
    </Anchor>
  );
}
