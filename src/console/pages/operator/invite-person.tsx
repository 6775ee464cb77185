import { Button, Group, MultiSelect, NativeSelect, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { useAct, useAnswer } from '../../api/queries.js';
import type { Role } from '../../api/session.js';
import { bound, Form } from '../../parts/form/form.js';
import { TextField } from '../../parts/form/text-field.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { useSpeech } from '../../words/context.js';

/** A new invitation: the account's name and the link that its user opens. */
export interface Invitation {
  name: string;
  link: string;
}

const roles = ['operator', 'administrator', 'agency'] as const;

/** A form that invites a user. A user with the role `agency` sees only the chosen connections. */
export function InvitePerson({ onInvited }: { onInvited: (invitation: Invitation) => void }): ReactNode {
  const { t } = useSpeech();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('operator');
  const [connections, setConnections] = useState<string[]>([]);
  const invite = useAct(
    () =>
      api.POST('/api/v1/users', {
        body: { name: name.trim(), role, connections: role === 'agency' ? connections : [] },
      }),
    ['people'],
  );
  const submit = (): void => {
    invite.mutate(undefined, {
      onSuccess: ({ account, link }) => {
        setName('');
        onInvited({ name: account.name, link });
      },
    });
  };
  return (
    <Form onSubmit={submit}>
      <Stack gap="sm">
        <Group gap="sm" align="end">
          <TextField label={t('people.name')} required maxLength={200} {...bound(name, setName)} />
          <NativeSelect
            label={t('people.role')}
            value={role}
            onChange={({ currentTarget }) =>
              setRole(roles.find((each) => each === currentTarget.value) ?? 'operator')
            }
            data={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
          />
        </Group>
        {role === 'agency' && <Connections chosen={connections} onChange={setConnections} />}
        <FormFailure error={invite.error} />
        <div>
          <Button type="submit" loading={invite.isPending}>
            {t('people.invite.do')}
          </Button>
        </div>
      </Stack>
    </Form>
  );
}

function Connections({
  chosen,
  onChange,
}: {
  chosen: string[];
  onChange: (connections: string[]) => void;
}): ReactNode {
  const { t } = useSpeech();
  const { data } = useAnswer(['connections'], (signal) => api.GET('/api/v1/connections', { signal }));
  return (
    <MultiSelect
      label={t('people.connections')}
      maw="32rem"
      searchable
      data={(data?.connections ?? []).map(({ id, agency }) => ({ value: id, label: agency }))}
      value={chosen}
      onChange={onChange}
    />
  );
}
