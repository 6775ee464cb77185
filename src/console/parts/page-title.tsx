import { Group, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';

/** Sets the browser window’s title to `title`, followed by the name of the app. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · feedsync`;
  }, [title]);
}

/** The head of a page: its only `h1`, a line of text below it (`children`) and a control beside it (`action`). */
export function PageTitle({
  title,
  children,
  action,
  isClose = false,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** Leaves no space below the title, for pages that space their parts themselves. */
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
