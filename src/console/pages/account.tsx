import { Button, Checkbox, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api } from '../api/client.js';
import { useAct } from '../api/queries.js';
import { useAccount } from '../api/session.js';
import { Facts } from '../parts/facts.js';
import { bound, boundCheck, Form } from '../parts/form/form.js';
import { FormFailure } from '../parts/form/form-failure.js';
import { Moment } from '../parts/moment.js';
import { PageTitle } from '../parts/page-title.js';
import { Section } from '../parts/section.js';
import { useToasts } from '../parts/toasts.js';
import { PasswordField } from '../parts/form/password-field.js';
import { useSpeech } from '../words/context.js';
import { InviteColleague } from './invite-colleague.js';
import { OwnMail } from './own-mail.js';
import { Tokens } from './tokens.js';

/** The user’s own name, password and tokens. */
export default function AccountPage(): ReactNode {
  const { t } = useSpeech();
  const { name, role, created_at: since } = useAccount();
  return (
    <>
      <PageTitle title={t('nav.account')} />
      <Stack maw="46rem">
        <Section title={t('account.who')}>
          <Facts
            facts={[
              [t('sign_in.name'), name],
              [t('account.role'), t(`role.${role}`)],
              [t('account.since'), <Moment at={since} />],
            ]}
          />
        </Section>
        {role === 'agency' && <OwnMail />}
        {role === 'agency' && <InviteColleague />}
        <Password />
        <Tokens />
      </Stack>
    </>
  );
}

function Password(): ReactNode {
  const { t } = useSpeech();
  const toasts = useToasts();
  const [former, setFormer] = useState('');
  const [password, setPassword] = useState('');
  const [revokes, setRevokes] = useState(false);
  const change = useAct(
    () => api.PUT('/api/v1/session/password', { body: { former, password, revoke_tokens: revokes } }),
    ['tokens'],
  );
  const submit = (): void => {
    change.mutate(undefined, {
      onSuccess: () => {
        toasts.done(t(revokes ? 'account.password.done.revoked' : 'account.password.done'));
        setFormer('');
        setPassword('');
        setRevokes(false);
      },
    });
  };
  return (
    <Section title={t('account.password')}>
      <Form onSubmit={submit}>
        <Stack align="start">
          <PasswordField
            w="100%"
            maw="22rem"
            label={t('account.password.former')}
            autoComplete="current-password"
            required
            {...bound(former, setFormer)}
          />
          <PasswordField
            w="100%"
            maw="22rem"
            label={t('account.password.next')}
            description={t('invitation.password.hint')}
            autoComplete="new-password"
            required
            minLength={12}
            {...bound(password, setPassword)}
          />
          <Checkbox
            label={t('account.password.revoke')}
            description={t('account.password.revoke.hint')}
            {...boundCheck(revokes, setRevokes)}
          />
          <FormFailure error={change.error} />
          <Button type="submit" variant="default" loading={change.isPending}>
            {t('account.password.do')}
          </Button>
        </Stack>
      </Form>
    </Section>
  );
}
