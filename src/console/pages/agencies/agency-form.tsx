import { Button, NativeSelect, SimpleGrid, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { bound, Form } from '../../parts/form/form.js';
import { TextField } from '../../parts/form/text-field.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { languages, type Language } from '../../words/language.js';
import { PasswordField } from '../../parts/form/password-field.js';
import { useSpeech } from '../../words/context.js';

/** The values of the form’s fields, as they are typed. */
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

/** The form of a new agency before anything is typed. */
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

/** The name of each language in that language. */
const ownNames: Readonly<Record<Language, string>> = {
  'sr-Latn': 'srpski',
  'sr-Cyrl': 'српски',
  en: 'English',
};

/** Props that bind a field of the form by its name. */
type Field = (key: keyof AgencyFields) => ReturnType<typeof bound>;

/** The form of an agency’s details, for a new agency and for changing one. */
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
  const field: Field = (key) => bound(fields[key], (value) => setFields({ ...fields, [key]: value }));
  return (
    <Form onSubmit={() => onSubmit(fields)}>
      <Stack gap="sm" maw="46rem">
        <Who field={field} isNew={isNew} />
        <Source field={field} isNew={isNew} />
        <FormFailure error={error} />
        <div>
          <Button type="submit" loading={isPending}>
            {action}
          </Button>
        </div>
      </Stack>
    </Form>
  );
}

function Who({ field, isNew }: { field: Field; isNew: boolean }): ReactNode {
  const { t } = useSpeech();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <TextField label={t('agencies.title')} required maxLength={200} {...field('title')} />
      <TextField
        label={t('agencies.name')}
        description={t('agencies.name.hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        readOnly={!isNew}
        pattern="[a-z0-9\-]+"
        mismatch={t('agencies.name.mismatch')}
        maxLength={100}
        {...field('name')}
      />
      <TextField label={t('agencies.email')} type="email" required {...field('email')} />
      <NativeSelect
        label={t('agencies.language')}
        data={languages.map((value) => ({ value, label: ownNames[value] }))}
        {...field('language')}
      />
    </SimpleGrid>
  );
}

/** Fields of the agency’s feed: address, mapping, user and password. */
function Source({ field, isNew }: { field: Field; isNew: boolean }): ReactNode {
  const { t } = useSpeech();
  const authHint = t(isNew ? 'agencies.auth.hint' : 'agencies.password.kept');
  return (
    <>
      <TextField
        label={t('agencies.url')}
        description={t('agencies.url.hint')}
        maxLength={2000}
        spellCheck={false}
        {...field('url')}
      />
      <TextField
        label={t('agencies.mapping')}
        description={t('agencies.mapping.hint')}
        {...field('mapping')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextField label={t('agencies.user')} description={authHint} autoComplete="off" {...field('user')} />
        <PasswordField
          label={t('agencies.password')}
          description={authHint}
          autoComplete="new-password"
          {...field('password')}
        />
      </SimpleGrid>
    </>
  );
}
