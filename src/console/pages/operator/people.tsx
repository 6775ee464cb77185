import { Button, Group, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct, useAnswer } from '../../api/queries.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { CopyLine } from '../../parts/copy-line.js';
import { Fold } from '../../parts/fold.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { Moment } from '../../parts/moment.js';
import { Muted } from '../../parts/muted.js';
import { PageTitle } from '../../parts/page-title.js';
import { Answered } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';
import { Tokens } from '../tokens.js';
import { InvitePerson, type Invitation } from './invite-person.js';
import { RemovePerson } from './remove-person.js';

type Account = Schemas['Account'];

/** The accounts with their roles, invitations, and the tokens of all accounts. */
export default function PeoplePage(): ReactNode {
  const { t } = useSpeech();
  const [invited, setInvited] = useState<Invitation | null>(null);
  const users = useAnswer(['people'], (signal) => api.GET('/api/v1/users', { signal }));
  return (
    <>
      <PageTitle title={t('nav.people')}>{t('people.more')}</PageTitle>
      <Stack gap="md">
        <Fold summary={t('people.invite')}>
          <InvitePerson onInvited={setInvited} />
        </Fold>
        {invited !== null && (
          <CopyLine label={t('people.link', { name: invited.name })} text={invited.link} />
        )}
        <Answered question={users}>
          {({ users: all }) => <PeopleTable people={all} onInvited={setInvited} />}
        </Answered>
        <Tokens ofEverybody />
      </Stack>
    </>
  );
}

function PeopleTable({
  people,
  onInvited,
}: {
  people: readonly Account[];
  onInvited: (invitation: Invitation) => void;
}): ReactNode {
  const { t } = useSpeech();
  const columns: Column<Account>[] = [
    { heading: t('people.name'), isTitle: true, cell: ({ name }) => name },
    {
      heading: t('people.role'),
      cell: ({ role, connections }) => (
        <>
          {t(`role.${role}`)}
          {connections.length > 0 && (
            <Muted size="xs">{connections.map((id) => id.slice(0, 8)).join(', ')}</Muted>
          )}
        </>
      ),
    },
    {
      heading: t('people.last'),
      cell: ({ has_password: hasPassword, signed_in_at: at }) =>
        !hasPassword ? t('people.not_accepted') : at === null ? t('people.never') : <Moment at={at} ago />,
    },
    { heading: t('people.acts'), cell: (account) => <Acts account={account} onInvited={onInvited} /> },
  ];
  return <CardTable rows={people} columns={columns} keyOf={({ id }) => id} label={t('nav.people')} />;
}

function Acts({
  account,
  onInvited,
}: {
  account: Account;
  onInvited: (invitation: Invitation) => void;
}): ReactNode {
  const { t } = useSpeech();
  const { id, name } = account;
  const again = useAct(
    () => api.POST('/api/v1/users/{id}/invitation', { params: { path: { id } } }),
    ['people'],
  );
  return (
    <Group gap="xs" justify="end">
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={`${t('people.again')}: ${name}`}
        loading={again.isPending}
        onClick={() => again.mutate(undefined, { onSuccess: ({ link }) => onInvited({ name, link }) })}
      >
        {t('people.again')}
      </Button>
      <RemovePerson id={id} name={name} />
      <FormFailure error={again.error} />
    </Group>
  );
}
