import { Box, Stack, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { bound } from '../../parts/form/form.js';
import { Muted } from '../../parts/muted.js';
import { useSpeech } from '../../words/context.js';

/** From this many listings they can be searched. */
const searchedFrom = 12;

interface Named {
  id: string;
  title: string | null;
  place: string | null;
}

/** A list of listings that can be searched. */
export function SoughtListings<Listing extends Named>({
  listings,
  heading,
  notes,
  each,
}: {
  listings: readonly Listing[];
  heading: string;
  /** What is to be known of them all; null for what does not apply. */
  notes: readonly (string | null)[];
  each: (listing: Listing) => ReactNode;
}): ReactNode {
  const { t } = useSpeech();
  const [sought, setSought] = useState('');
  const text = sought.trim().toLowerCase();
  const found = listings.filter(({ id, title, place }) =>
    [id, title, place].some((part) => part?.toLowerCase().includes(text) === true),
  );
  return (
    <Stack gap="xs" role="group" aria-label={heading}>
      <Muted size="xs">{heading}</Muted>
      {listings.length >= searchedFrom && (
        <TextInput
          size="xs"
          maw="20rem"
          aria-label={t('setup.answer.some.find')}
          placeholder={t('setup.answer.some.find')}
          {...bound(sought, setSought)}
        />
      )}
      {notes.map(
        (note) =>
          note !== null && (
            <Muted key={note} size="xs">
              {note}
            </Muted>
          ),
      )}
      <Box mah={320} style={{ overflowY: 'auto' }}>
        <Stack gap={6}>{found.map(each)}</Stack>
      </Box>
    </Stack>
  );
}

/** Id, title and place of a listing, as far as they are known. */
export function labelOf({ id, title, place }: Named): string {
  return [id, title, place].filter((part) => part !== null).join(' · ');
}
