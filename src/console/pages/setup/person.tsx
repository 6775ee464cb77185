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

/** Whether name and position are long enough. */
export function isComplete({ name, role }: Person): boolean {
  return name.trim().length >= shortest && role.trim().length >= shortest;
}

/** Fields for name and position. */
export function PersonFields({
  person,
  onChange,
}: {
  person: Person;
  onChange: (person: Person) => void;
}): ReactNode {
  const { t } = useSpeech();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <TextField
        label={t('setup.answer.name')}
        autoComplete="name"
        required
        maxLength={200}
        {...bound(person.name, (name) => onChange({ ...person, name }))}
      />
      <TextField
        label={t('setup.answer.role')}
        placeholder={t('setup.answer.role.example')}
        autoComplete="organization-title"
        required
        maxLength={200}
        {...bound(person.role, (role) => onChange({ ...person, role }))}
      />
    </SimpleGrid>
  );
}
