import { Button, Group, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api } from '../api/client.js';
import { useAct } from '../api/queries.js';
import { useMailsInvitations } from '../api/session.js';
import { CopyLine } from '../parts/copy-line.js';
import { bound, Form } from '../parts/form/form.js';
import { TextField } from '../parts/form/text-field.js';
import { FormFailure } from '../parts/form/form-failure.js';
import { Section } from '../parts/section.js';
import { useSpeech } from '../words/context.js';

/** A form with which someone of an agency invites a colleague. The invitation is mailed; where it cannot be, its link is shown once, to be sent on. */
export function InviteColleague(): ReactNode {
  const { t } = useSpeech();
  const [email, setEmail] = useState('');
  const isMailing = useMailsInvitations();
  const invite = useAct(
    () => api.POST('/api/v1/colleagues', { body: { email: email.trim(), mail: isMailing } }),
    ['people'],
  );
  const submit = (): void => invite.mutate(undefined, { onSuccess: () => setEmail('') });
  const { account, link, mailed } = invite.data ?? {};
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
              {t(isMailing ? 'invite.mail' : 'colleague.do')}
            </Button>
          </Group>
          <FormFailure error={invite.error} />
          {mailed?.ok === true && (
            <Text size="sm" role="status">
              {t('invite.mailed', { name: account?.name ?? '' })}
            </Text>
          )}
          {mailed?.ok === false && (
            <Text size="sm" className="mark-bad">
              {t('invite.not_mailed')}
            </Text>
          )}
          {link !== undefined && mailed?.ok !== true && (
            <CopyLine label={t('colleague.link', { name: account?.name ?? '' })} text={link} />
          )}
        </Stack>
      </Form>
    </Section>
  );
}
