import { Button, NativeSelect, Stack, Switch, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../api/client.js';
import { useAct, useAnswer } from '../api/queries.js';
import { bound, boundCheck, Form } from '../parts/form/form.js';
import { FormFailure } from '../parts/form/form-failure.js';
import { Section } from '../parts/section.js';
import { useToasts } from '../parts/toasts.js';
import { useSpeech } from '../words/context.js';
import { languageNames, languages } from '../words/language.js';

type Mail = NonNullable<Schemas['OwnMail']['mail']>;

/** Which mail about the agency comes to the user. Nothing is shown where no mail is sent. */
export function OwnMail(): ReactNode {
  const own = useAnswer(['session', 'own mail'], (signal) => api.GET('/api/v1/session/mail', { signal }));
  const mail = own.data?.mail ?? null;
  return mail === null ? null : (
    <Choice key={JSON.stringify([mail.at_once, mail.digest, mail.language])} mail={mail} />
  );
}

function Choice({ mail }: { mail: Mail }): ReactNode {
  const { t } = useSpeech();
  const { done } = useToasts();
  const [atOnce, setAtOnce] = useState(mail.at_once);
  const [digest, setDigest] = useState(mail.digest);
  const [language, setLanguage] = useState<string>(mail.language ?? '');
  const save = useAct(
    () =>
      api.PUT('/api/v1/session/mail', {
        body: {
          ...{ at_once: atOnce, digest },
          language: languages.find((one) => one === language) ?? null,
        },
      }),
    ['session'],
  );
  const isFixed = mail.is_last && mail.at_once;
  return (
    <Section title={t('mail.title')} text={t('mail.text', { address: mail.address })}>
      <Form onSubmit={() => save.mutate(undefined, { onSuccess: () => done(t('mail.saved')) })}>
        <Stack align="start">
          <Switch
            label={t('mail.at_once')}
            description={t(isFixed ? 'mail.at_once.last' : 'mail.at_once.more')}
            disabled={isFixed}
            {...boundCheck(atOnce, setAtOnce)}
          />
          <Switch
            label={t('mail.digest')}
            description={t('mail.digest.more')}
            {...boundCheck(digest, setDigest)}
          />
          <NativeSelect
            label={t('mail.language')}
            data={[
              { value: '', label: t('mail.language.agency') },
              ...languages.map((one) => ({ value: one, label: languageNames[one] })),
            ]}
            {...bound(language, setLanguage)}
          />
          {!atOnce && !digest && <Text size="sm">{t('mail.none')}</Text>}
          <FormFailure error={save.error} />
          <Button type="submit" variant="default" loading={save.isPending}>
            {t('mail.do')}
          </Button>
        </Stack>
      </Form>
    </Section>
  );
}
