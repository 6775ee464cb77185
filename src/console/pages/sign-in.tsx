import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { api } from '../api/client.js';
import { useAct } from '../api/queries.js';
import { useSessionChange } from '../api/session.js';
import { FormFailure } from '../parts/form-failure.js';
import { usePageTitle } from '../parts/page-title.js';
import { Doorway } from '../shell/doorway.js';
import { useSpeech } from '../words/context.js';

/** Shown in the place of whatever page was asked for: after signing in, that page is there. */
export function SignInPage(): ReactNode {
  const { t } = useSpeech();
  const change = useSessionChange();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useAct(() => api.POST('/api/v1/session', { body: { name, password } }), []);
  usePageTitle(t('sign_in.title'));
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    signIn.mutate(undefined, { onSuccess: ({ account }) => change(account) });
  };
  return (
    <Doorway title={t('sign_in.title')}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t('sign_in.name')}
            autoComplete="username"
            autoCapitalize="none"
            required
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <PasswordInput
            label={t('sign_in.password')}
            autoComplete="current-password"
            required
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
          <FormFailure error={signIn.error} />
          <Button type="submit" loading={signIn.isPending}>
            {t('sign_in.do')}
          </Button>
          <Text size="sm" c="dimmed">
            {t('sign_in.help')}
          </Text>
        </Stack>
      </form>
    </Doorway>
  );
}
