import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { bound } from '../../parts/form/form.js';
import { TextField } from '../../parts/form/text-field.js';
import { useSpeech } from '../../words/context.js';

/** The person who makes statements for the agency: full name and position. */
export interface Person {
  name: string;
  role: string;
}

/** The fewest characters of a name and of a position. */
const shortest = 2;

/** Fields for name and position. */
export function PersonFields({
  person,
  onChange,
  isRequired,
}: {
  person: Person;
  onChange: (person: Person) => void;
  isRequired: boolean;
}): ReactNode {
  const { t } = useSpeech();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <TextField
        label={t('setup.answer.name')}
        autoComplete="name"
        required={isRequired}
        minLength={shortest}
        maxLength={200}
        {...bound(person.name, (name) => onChange({ ...person, name }))}
      />
      <TextField
        label={t('setup.answer.role')}
        placeholder={t('setup.answer.role.example')}
        autoComplete="organization-title"
        required={isRequired}
        minLength={shortest}
        maxLength={200}
        {...bound(person.role, (role) => onChange({ ...person, role }))}
      />
    </SimpleGrid>
  );
}
