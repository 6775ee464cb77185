import { Alert, Button, Center, Loader, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useSpeech } from '../words/context.js';
import { Details } from './details.js';
import { useReason } from './refusal.js';

export function LoadingPart(): ReactNode {
  const { t } = useSpeech();
  return (
    <Center mih="40vh" role="status">
      <Loader size="sm" aria-hidden />
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
    </Center>
  );
}

export function FailurePart({ error, retry }: { error: Error; retry?: () => void }): ReactNode {
  const { t } = useSpeech();
  const { text, details } = useReason()(error);
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

/** What there is to say where there is nothing to show, and what to do next. */
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
        {children !== undefined && (
          <Text c="dimmed" size="sm" maw="34rem">
            {children}
          </Text>
        )}
        {action}
      </Stack>
    </Paper>
  );
}

export function NotHerePart(): ReactNode {
  const { t } = useSpeech();
  return (
    <Stack gap="md">
      <Title order={1} size="h2">
        {t('state.not_here')}
      </Title>
      <Text>{t('state.not_here.more')}</Text>
      <div>
        <Button component={Link} href="/">
          {t('state.go_home')}
        </Button>
      </div>
    </Stack>
  );
}

/** The answer to a question to the API, or that it is on its way, or why there is none. */
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
