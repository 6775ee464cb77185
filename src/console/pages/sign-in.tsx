import { Button, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api } from '../api/client.js';
import { useAct } from '../api/queries.js';
import { useSessionChange } from '../api/session.js';
import { bound, Form } from '../parts/form/form.js';
import { TextField } from '../parts/form/text-field.js';
import { FormFailure } from '../parts/form/form-failure.js';
import { Muted } from '../parts/muted.js';
import { usePageTitle } from '../parts/page-title.js';
import { Doorway } from '../shell/doorway.js';
import { PasswordField } from '../parts/form/password-field.js';
import { useSpeech } from '../words/context.js';

/**
 * Shown in place of the requested page while no account is signed in. The address stays, so the requested page
 * appears after signing in.
 */
export function SignInPage(): ReactNode {
  const { t } = useSpeech();
  const change = useSessionChange();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useAct(() => api.POST('/api/v1/session', { body: { name, password } }), []);
  usePageTitle(t('sign_in.title'));
  const submit = (): void => {
    signIn.mutate(undefined, { onSuccess: ({ account }) => change(account) });
  };
  return (
    <Doorway title={t('sign_in.title')}>
      <Form onSubmit={submit}>
        <Stack>
          <TextField
            label={t('sign_in.name')}
            autoComplete="username"
            autoCapitalize="none"
            required
            {...bound(name, setName)}
          />
          <PasswordField
            label={t('sign_in.password')}
            autoComplete="current-password"
            required
            {...bound(password, setPassword)}
          />
          <FormFailure error={signIn.error} />
          <Button type="submit" loading={signIn.isPending}>
            {t('sign_in.do')}
          </Button>
          <Muted>{t('sign_in.help')}</Muted>
        </Stack>
      </Form>
    </Doorway>
  );
}
