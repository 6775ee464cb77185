import { Button, NativeSelect, PasswordInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { FormFailure } from '../../parts/form-failure.js';
import { languages, type Language } from '../../words/language.js';
import { useSpeech } from '../../words/context.js';

export interface AgencyFields {
  name: string;
  title: string;
  email: string;
  language: Language;
  url: string;
  mapping: string;
  user: string;
  password: string;
}

export const emptyAgency: AgencyFields = {
  name: '',
  title: '',
  email: '',
  language: 'sr-Latn',
  url: '',
  mapping: '',
  user: '',
  password: '',
};

const ownNames: Readonly<Record<Language, string>> = {
  'sr-Latn': 'srpski',
  'sr-Cyrl': 'српски',
  en: 'English',
};

type Given = (key: keyof AgencyFields) => {
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
};

/** What there is to say of an agency, new or known. */
export function AgencyForm({
  initial,
  isNew,
  action,
  isPending,
  error,
  onSubmit,
}: {
  initial: AgencyFields;
  isNew: boolean;
  action: string;
  isPending: boolean;
  error: Error | null;
  onSubmit: (fields: AgencyFields) => void;
}): ReactNode {
  const [fields, setFields] = useState(initial);
  const given: Given = (key) => ({
    value: fields[key],
    onChange: ({ currentTarget }) => setFields({ ...fields, [key]: currentTarget.value }),
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onSubmit(fields);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" maw="46rem">
        <Who given={given} isNew={isNew} />
        <Source given={given} isNew={isNew} />
        <FormFailure error={error} />
        <div>
          <Button type="submit" loading={isPending}>
            {action}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function Who({ given, isNew }: { given: Given; isNew: boolean }): ReactNode {
  const { t } = useSpeech();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <TextInput label={t('agencies.title')} required maxLength={200} {...given('title')} />
      <TextInput
        label={t('agencies.name')}
        description={t('agencies.name.hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        readOnly={!isNew}
        pattern="[a-z0-9\-]+"
        maxLength={100}
        {...given('name')}
      />
      <TextInput label={t('agencies.email')} type="email" required {...given('email')} />
      <NativeSelect
        label={t('agencies.language')}
        data={languages.map((value) => ({ value, label: ownNames[value] }))}
        {...given('language')}
      />
    </SimpleGrid>
  );
}

/** Where its listings come from. */
function Source({ given, isNew }: { given: Given; isNew: boolean }): ReactNode {
  const { t } = useSpeech();
  const authHint = t(isNew ? 'agencies.auth.hint' : 'agencies.password.kept');
  return (
    <>
      <TextInput label={t('agencies.url')} required maxLength={2000} spellCheck={false} {...given('url')} />
      <TextInput
        label={t('agencies.mapping')}
        description={t('agencies.mapping.hint')}
        {...given('mapping')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput label={t('agencies.user')} description={authHint} autoComplete="off" {...given('user')} />
        <PasswordInput
          label={t('agencies.password')}
          description={authHint}
          autoComplete="new-password"
          {...given('password')}
        />
      </SimpleGrid>
    </>
  );
}
