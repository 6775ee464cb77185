import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct, useOutcome } from '../../api/queries.js';
import { Ask } from '../../parts/ask.js';
import { Reason } from '../../parts/details.js';
import { Fold } from '../../parts/fold.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { listingPage, To } from '../../parts/links.js';
import { codeOf } from '../../parts/listings/listing-code.js';
import { Busy } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';

type Comparison = Schemas['Comparison'];

/**
 * Buttons that run the nightly comparison of a connection now: as a trial, which changes nothing, or for real after a
 * confirmation.
 */
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
  const comparison = useOutcome(['reconcile', connection, id], (signal) =>
    api.GET('/api/v1/connections/{id}/reconciles/{number}', {
      params: { path: { id: connection, number: id } },
      signal,
    }),
  );
  return comparison === null ? <Busy text={t('reconcile.waiting')} /> : <CameOf comparison={comparison} />;
}

/** The result of a comparison: a summary, and the listings that differ. */
function CameOf({ comparison }: { comparison: Comparison }): ReactNode {
  const { t } = useSpeech();
  const { archived, foreign, drift, held, hold, connection, message, why } = comparison;
  const agrees = archived.length + foreign.length + drift.length + held === 0;
  return (
    <Stack gap="xs" role="status">
      <Alert role="note" variant="light" color={comparison.state === 'failed' ? 'red' : 'tide'}>
        <Reason why={why} text={message} or={t(`reconcile.is.${comparison.state}`)} />
        {comparison.dry_run && ` · ${t('reconcile.trial')}`}
      </Alert>
      {agrees && comparison.state === 'done' && <Text size="sm">{t('reconcile.agrees')}</Text>}
      <Ids title={t('reconcile.archived')} connection={connection} ids={archived} />
      <Ids title={t('reconcile.foreign')} connection={connection} ids={foreign} />
      <Ids title={t('reconcile.drift')} connection={connection} ids={drift} />
      {hold !== null && (
        <To href={`/holds/${hold}`}>
          {t('reconcile.held')}: {held}
        </To>
      )}
    </Stack>
  );
}

/** A listing that differs. Which of the optional fields it has depends on the kind of difference. */
interface Named {
  external_id: string;
  title?: string | null;
  kind?: string;
  action?: string;
}

/** A folded list of listings with links to their pages; nothing if it is empty. */
function Ids({
  title,
  connection,
  ids,
}: {
  title: string;
  connection: string;
  ids: readonly Named[];
}): ReactNode {
  const { named } = useSpeech();
  if (ids.length === 0) return null;
  const worded = (what: 'kind' | 'action', value: string | undefined): string | undefined =>
    named(`reconcile.${what}.${value ?? ''}`, value);
  return (
    <Fold summary={`${title}: ${ids.length}`}>
      <ul>
        {ids.map(({ external_id: id, title: own, kind, action }) => (
          <li key={id}>
            <To href={listingPage({ connection, external_id: id })}>{codeOf(id)}</To>{' '}
            {[own, worded('kind', kind), worded('action', action)].filter((part) => part != null).join(' · ')}
          </li>
        ))}
      </ul>
    </Fold>
  );
}
