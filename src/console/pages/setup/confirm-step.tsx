import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { Facts } from '../../parts/facts.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { useSpeech } from '../../words/context.js';
import { isComplete, PersonFields, type Person } from './person.js';

type Connection = NonNullable<Schemas['Setup']['connection']>;

/**
 * The step that shows the agency's name and register number from the portal. The agency confirms them, because it may
 * have entered the code of another agency.
 */
export function ConfirmStep({
  name,
  connection,
  person,
  onPerson,
}: {
  name: string;
  connection: Connection;
  person: Person;
  onPerson: (person: Person) => void;
}): ReactNode {
  const { t, language } = useSpeech();
  const confirm = useAct(
    (ok: boolean) =>
      api.POST('/api/v1/agencies/{name}/setup/confirm', {
        params: { path: { name } },
        body: { ok, language, ...(ok && { name: person.name.trim(), role: person.role.trim() }) },
      }),
    ['setup', 'agencies', 'statements'],
  );
  return (
    <Stack gap="sm">
      <Text size="sm">{t('setup.confirm.question')}</Text>
      <Identity connection={connection} />
      <PersonFields person={person} onChange={onPerson} />
      <FormFailure error={confirm.error} />
      <Group gap="sm">
        <Button
          loading={confirm.isPending && confirm.variables}
          disabled={!isComplete(person) || confirm.isPending}
          onClick={() => confirm.mutate(true)}
        >
          {t('setup.confirm.yes')}
        </Button>
        <Button variant="default" disabled={confirm.isPending} onClick={() => confirm.mutate(false)}>
          {t('setup.confirm.no')}
        </Button>
      </Group>
    </Stack>
  );
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
