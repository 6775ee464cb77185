import { Alert, Button, Checkbox, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { Facts } from '../../parts/facts.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { useFieldMessage } from '../../parts/form/field-message.js';
import { useSpeech } from '../../words/context.js';

type Connection = NonNullable<Schemas['Setup']['connection']>;

/**
 * The agency's name and register number at the portal. Saving the step confirms them; the agency may have entered the code of another one,
 * and then ends the connection here.
 */
export function WhoseCode({
  agency: { name, title },
  connection,
}: {
  agency: Schemas['Agency'];
  connection: Connection;
}): ReactNode {
  const { t, language } = useSpeech();
  const refuse = useAct(
    () =>
      api.POST('/api/v1/agencies/{name}/setup/confirm', {
        params: { path: { name } },
        body: { ok: false, connection: connection.id, language },
      }),
    ['setup', 'agencies'],
  );
  return (
    <Stack gap="sm" component="section" aria-label={t('setup.confirm')}>
      <Title order={3} size="h5">
        {t('setup.confirm')}
      </Title>
      <Text size="sm">{t('setup.confirm.question')}</Text>
      <Identity connection={connection} />
      {connection.has_other_name && (
        <Alert role="note" variant="outline" color="yellow">
          <Stack gap="xs">
            {t('setup.confirm.other_name', { portal: connection.agency, ours: title })}
            <YesItIs />
          </Stack>
        </Alert>
      )}
      <FormFailure error={refuse.error} />
      <Group gap="sm">
        <Button variant="default" size="xs" loading={refuse.isPending} onClick={() => refuse.mutate()}>
          {t('setup.confirm.no')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Nothing is saved before this is ticked. */
function YesItIs(): ReactNode {
  const { t } = useSpeech();
  return <Checkbox required label={t('setup.confirm.yes')} {...useFieldMessage()} />;
}

function Identity({ connection }: { connection: Connection }): ReactNode {
  const { t, number } = useSpeech();
  const { agency, register_number: register, quota } = connection;
  const { used, limit } = quota;
  const room =
    limit === null
      ? t('setup.confirm.quota.free')
      : t('setup.confirm.quota.of', { used: number(used), limit });
  return (
    <Paper withBorder p="sm" maw="32rem">
      <Facts
        className=""
        facts={[
          [t('setup.confirm.name'), <b>{agency}</b>],
          [t('setup.confirm.register'), <b>{register ?? t('setup.confirm.no_register')}</b>],
          [t('setup.confirm.quota'), <b>{room}</b>],
        ]}
      />
    </Paper>
  );
}
