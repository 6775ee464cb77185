import { SimpleGrid, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSpeech } from '../../words/context.js';

/** Who states something for the agency, and as what. */
export interface Person {
  name: string;
  role: string;
}

const shortest = 2;

export function isComplete({ name, role }: Person): boolean {
  return name.trim().length >= shortest && role.trim().length >= shortest;
}

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
      <TextInput
        label={t('setup.answer.name')}
        autoComplete="name"
        required
        maxLength={200}
        value={person.name}
        onChange={({ currentTarget }) => onChange({ ...person, name: currentTarget.value })}
      />
      <TextInput
        label={t('setup.answer.role')}
        placeholder={t('setup.answer.role.example')}
        autoComplete="organization-title"
        required
        maxLength={200}
        value={person.role}
        onChange={({ currentTarget }) => onChange({ ...person, role: currentTarget.value })}
      />
    </SimpleGrid>
  );
}
