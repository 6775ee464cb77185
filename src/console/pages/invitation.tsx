import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { api } from '../api/client.js';
import { useAct, useAnswer } from '../api/queries.js';
import { useSessionChange } from '../api/session.js';
import { bound, Form } from '../parts/form/form.js';
import { FormFailure } from '../parts/form/form-failure.js';
import { usePageTitle } from '../parts/page-title.js';
import { Answered } from '../parts/states.js';
import { Doorway } from '../shell/doorway.js';
import { PasswordField } from '../parts/form/password-field.js';
import { useSpeech } from '../words/context.js';

/** The shortest password that the server accepts. */
const passwordCharacters = 12;

/**
 * The page that an invitation’s link opens: the invited user chooses a password. The link’s secret is the part after `#`, which
 * browsers do not send, so it never reaches a server’s log.
 */
export function InvitationPage(): ReactNode {
  const { t } = useSpeech();
  const [secret] = useState(() => window.location.hash.slice(1));
  const invited = useAnswer(
    ['session', 'invitation'],
    () => api.POST('/api/v1/invitations/look', { body: { secret } }),
    { enabled: secret !== '' },
  );
  usePageTitle(t('invitation.title'));
  return (
    <Doorway title={t('invitation.title')}>
      {secret === '' ? (
        <Text>{t('invitation.none')}</Text>
      ) : (
        <Answered question={invited}>{({ name }) => <Accept name={name} secret={secret} />}</Answered>
      )}
    </Doorway>
  );
}

function Accept({ name, secret }: { name: string; secret: string }): ReactNode {
  const { t } = useSpeech();
  const [, go] = useLocation();
  const change = useSessionChange();
  const [password, setPassword] = useState('');
  const accept = useAct(() => api.POST('/api/v1/invitations/accept', { body: { secret, password } }), []);
  const missing = passwordCharacters - password.length;
  const submit = (): void => {
    accept.mutate(undefined, {
      onSuccess: ({ account }) => {
        change(account);
        go('/', { replace: true });
      },
    });
  };
  return (
    <Form onSubmit={submit}>
      <Stack>
        <Text>{t('invitation.for', { name })}</Text>
        <TextInput label={t('invitation.name')} autoComplete="username" value={name} readOnly />
        <PasswordField
          label={t('invitation.password')}
          description={
            missing > 0 && password !== ''
              ? t('invitation.short', { n: missing })
              : t('invitation.password.hint')
          }
          autoComplete="new-password"
          required
          minLength={passwordCharacters}
          {...bound(password, setPassword)}
        />
        <FormFailure error={accept.error} />
        <Button type="submit" loading={accept.isPending}>
          {t('invitation.do')}
        </Button>
      </Stack>
    </Form>
  );
}
