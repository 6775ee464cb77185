import { Button, Group, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api } from '../api/client.js';
import { useAct } from '../api/queries.js';
import { CopyLine } from '../parts/copy-line.js';
import { bound, Form } from '../parts/form/form.js';
import { TextField } from '../parts/form/text-field.js';
import { FormFailure } from '../parts/form/form-failure.js';
import { Section } from '../parts/section.js';
import { useSpeech } from '../words/context.js';

/** A form with which someone of an agency invites a colleague. Its link is shown once, to be sent on. */
export function InviteColleague(): ReactNode {
  const { t } = useSpeech();
  const [email, setEmail] = useState('');
  const invite = useAct(() => api.POST('/api/v1/colleagues', { body: { email: email.trim() } }), ['people']);
  const submit = (): void => invite.mutate(undefined, { onSuccess: () => setEmail('') });
  return (
    <Section title={t('colleague.title')} text={t('colleague.text')}>
      <Form onSubmit={submit}>
        <Stack gap="sm">
          <Group gap="sm" align="end">
            <TextField
              flex="1 1 16rem"
              type="email"
              label={t('colleague.email')}
              required
              maxLength={200}
              {...bound(email, setEmail)}
            />
            <Button type="submit" variant="default" loading={invite.isPending}>
              {t('colleague.do')}
            </Button>
          </Group>
          <FormFailure error={invite.error} />
          {invite.data !== undefined && (
            <CopyLine
              label={t('colleague.link', { name: invite.data.account.name })}
              text={invite.data.link}
            />
          )}
        </Stack>
      </Form>
    </Section>
  );
}
