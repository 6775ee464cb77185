import {
  Alert,
  Button,
  Center,
  Group,
  Loader,
  Paper,
  Stack,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Refusal } from '../api/client.js';
import { useIsLost } from '../api/link.js';
import { useSpeech } from '../words/context.js';
import { Details } from './details.js';
import { ToButton } from './links.js';
import { MoreButton } from './more-button.js';
import { Muted } from './muted.js';
import { useReason } from './refusal.js';

/** Shown in place of a part of a page until its data is there. */
export function LoadingPart(): ReactNode {
  const { t } = useSpeech();
  return (
    <Center mih="40vh" role="status">
      <Loader size="sm" aria-hidden />
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
    </Center>
  );
}

/** A small spinner with a text, while an action is under way. */
export function Busy({ text, children }: { text: string; children?: ReactNode }): ReactNode {
  return (
    <Group gap="xs" role="status">
      <Loader size="xs" aria-hidden />
      <Text size="sm">{text}</Text>
      {children}
    </Group>
  );
}

/** Shown in place of a part of a page whose data could not be read. What waits for a lost connection is still loading. */
export function FailurePart({ error, retry }: { error: Error; retry?: () => void }): ReactNode {
  const { t } = useSpeech();
  const { text, details } = useReason()(error);
  const isLost = useIsLost();
  if (isLost && error instanceof Refusal && error.code === 'unreachable') return <LoadingPart />;
  return (
    <Alert
      color="red"
      variant="outline"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('state.failed')}
      role="alert"
    >
      <Stack align="start" gap="sm">
        {text}
        <Details lines={details} />
        {retry !== undefined && (
          <Button variant="default" onClick={retry}>
            {t('do.retry')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** Shown in place of an empty list: says that the list is empty, why (`children`), and what to do next (`action`). */
export function EmptyPart({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}): ReactNode {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="xs" ta="center">
        <Text fw={600}>{title}</Text>
        {children !== undefined && <Muted maw="34rem">{children}</Muted>}
        {action}
      </Stack>
    </Paper>
  );
}

/** The page for an address that matches no page of the account's role. */
export function NotHerePart(): ReactNode {
  const { t } = useSpeech();
  return (
    <Stack gap="md">
      <Title order={1} size="h2">
        {t('state.not_here')}
      </Title>
      <Text>{t('state.not_here.more')}</Text>
      <div>
        <ToButton href="/">{t('state.go_home')}</ToButton>
      </div>
    </Stack>
  );
}

/**
 * Shows the answer of a query. Before the answer arrives, shows that it is loading, or why the query failed, with a button that tries
 * again.
 */
export function Answered<Data>({
  question,
  children,
}: {
  question: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}): ReactNode {
  const { data, error, refetch } = question;
  if (data !== undefined) return children(data);
  if (error !== null) return <FailurePart error={error} retry={() => void refetch()} />;
  return <LoadingPart />;
}

/**
 * Shows the items of a list that is read page by page, and a button for the next page. Until the first page is there,
 * shows that it is loading or why it failed.
 */
export function Paged<Page, Item>({
  pages,
  itemsOf,
  children,
}: {
  pages: UseInfiniteQueryResult<{ pages: Page[] }>;
  itemsOf: (page: Page) => readonly Item[];
  children: (items: readonly Item[]) => ReactNode;
}): ReactNode {
  const { data, error } = pages;
  if (data === undefined) return error === null ? <LoadingPart /> : <FailurePart error={error} />;
  return (
    <>
      {children(data.pages.flatMap(itemsOf))}
      <MoreButton pages={pages} />
    </>
  );
}
