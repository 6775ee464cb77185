import { Alert, Anchor, Button, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { api, type Schemas } from '../../api/client.js';
import { useAct, useAnswer } from '../../api/queries.js';
import { Ask } from '../../parts/ask.js';
import { Fold } from '../../parts/fold.js';
import { FormFailure } from '../../parts/form-failure.js';
import { useSpeech } from '../../words/context.js';

type Comparison = Schemas['Comparison'];

const askAgainMs = 1_500;

/** The nightly comparison of one connection, now: tried first, or for real. */
export function Compare({ connection }: { connection: string }): ReactNode {
  const { t } = useSpeech();
  const [asked, setAsked] = useState<number | null>(null);
  const [isSure, question] = useDisclosure(false);
  const start = useAct(
    (isTrial: boolean) =>
      api.POST('/api/v1/connections/{id}/reconcile', {
        params: { path: { id: connection } },
        body: { dry_run: isTrial },
      }),
    ['reconcile', 'runs'],
  );
  const go = (isTrial: boolean): void => {
    question.close();
    start.mutate(isTrial, { onSuccess: ({ id }) => setAsked(id) });
  };
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Title order={2} size="h5">
          {t('nav.reconcile')}
        </Title>
        <Group gap="sm">
          <Button variant="default" loading={start.isPending} onClick={() => go(true)}>
            {t('reconcile.try')}
          </Button>
          <Button variant="outline" disabled={start.isPending} onClick={question.open}>
            {t('reconcile.do')}
          </Button>
        </Group>
        <FormFailure error={start.error} />
        {asked !== null && <Result connection={connection} id={asked} />}
      </Stack>
      <Ask
        isOpen={isSure}
        title={t('reconcile.do')}
        act={t('reconcile.do')}
        isBusy={start.isPending}
        onClose={question.close}
        onAct={() => go(false)}
      >
        <Text>{t('reconcile.do.sure')}</Text>
      </Ask>
    </Paper>
  );
}

function Result({ connection, id }: { connection: string; id: number }): ReactNode {
  const { t } = useSpeech();
  const [isDone, setDone] = useState(false);
  const { data } = useAnswer(
    ['reconcile', connection, id],
    (signal) =>
      api.GET('/api/v1/connections/{id}/reconciles/{number}', {
        params: { path: { id: connection, number: id } },
        signal,
      }),
    isDone ? {} : { everyMs: askAgainMs },
  );
  if (data !== undefined && data.state !== 'waiting' && !isDone) setDone(true);
  if (data === undefined || data.state === 'waiting')
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" aria-hidden />
        <Text size="sm">{t('reconcile.waiting')}</Text>
      </Group>
    );
  return <CameOf comparison={data} />;
}

function CameOf({ comparison }: { comparison: Comparison }): ReactNode {
  const { t } = useSpeech();
  const { archived, foreign, drift, held, hold, connection, message } = comparison;
  const agrees = archived.length + foreign.length + drift.length + held === 0;
  return (
    <Stack gap="xs" role="status">
      <Alert role="note" variant="light" color={comparison.state === 'failed' ? 'red' : 'tide'}>
        {message}
        {comparison.dry_run && ` · ${t('reconcile.trial')}`}
      </Alert>
      {agrees && comparison.state === 'done' && <Text size="sm">{t('reconcile.agrees')}</Text>}
      <Ids title={t('reconcile.archived')} connection={connection} ids={archived} />
      <Ids title={t('reconcile.foreign')} connection={connection} ids={foreign} />
      <Ids title={t('reconcile.drift')} connection={connection} ids={drift} />
      {hold !== null && (
        <Anchor component={Link} href={`/holds/${hold}`}>
          {t('reconcile.held')}: {held}
        </Anchor>
      )}
    </Stack>
  );
}

interface Named {
  external_id: string;
  title?: string | null;
  kind?: string;
  action?: string;
}

function Ids({
  title,
  connection,
  ids,
}: {
  title: string;
  connection: string;
  ids: readonly Named[];
}): ReactNode {
  if (ids.length === 0) return null;
  return (
    <Fold summary={`${title}: ${ids.length}`}>
      <ul>
        {ids.map(({ external_id: id, title: own, kind, action }) => (
          <li key={id}>
            <Anchor
              component={Link}
              href={`/listings/${encodeURIComponent(connection)}/${encodeURIComponent(id)}`}
            >
              {id}
            </Anchor>{' '}
            {[own, kind, action].filter((part) => part != null).join(' · ')}
          </li>
        ))}
      </ul>
    </Fold>
  );
}
