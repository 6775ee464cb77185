import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { FormFailure } from '../../parts/form-failure.js';
import { useSpeech } from '../../words/context.js';
import { isComplete, PersonFields, type Person } from './person.js';

type Connection = NonNullable<Schemas['Setup']['connection']>;

/** The agency's name and register number as the portal tells them: a code of another agency must not go unnoticed. */
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
  const facts = [
    [t('setup.confirm.name'), agency],
    [t('setup.confirm.register'), register ?? t('setup.confirm.no_register')],
    [t('setup.confirm.quota'), room],
  ];
  return (
    <Paper withBorder p="sm" maw="32rem">
      <dl className="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <b>{value}</b>
            </dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
}
