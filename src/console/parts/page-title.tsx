import { Group, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';

/** In the window’s title, before the name of the app. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · feedsync`;
  }, [title]);
}

/** The head of a page: its one `h1`, a line under it, and what to do beside it. */
export function PageTitle({
  title,
  children,
  action,
  isClose = false,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** What follows keeps its own distance. */
  isClose?: boolean;
}): ReactNode {
  usePageTitle(title);
  return (
    <Group justify="space-between" align="start" mb={isClose ? 0 : 'md'} gap="sm">
      <div>
        <Title order={1} size="h2">
          {title}
        </Title>
        {children !== undefined && (
          <Text c="dimmed" size="sm" mt={2}>
            {children}
          </Text>
        )}
      </div>
      {action}
    </Group>
  );
}
