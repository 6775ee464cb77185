import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSpeech } from '../../words/context.js';
import { PlacePick } from './place-pick.js';

/** Payload path of a listing's place. The portal's places are searched, as they are no list of its vocabulary. */
export const placePath = 'location.place_id';

/** What a name of a place means: a place of the portal, or nothing. */
export function PlaceChoice({
  label,
  value,
  onPick,
}: {
  label: string;
  /** Key of a place; null: the name means nothing; undefined: nothing is chosen. */
  value: string | null | undefined;
  onPick: (value: string | null | undefined) => void;
}): ReactNode {
  const { t } = useSpeech();
  const isNothing = value === null;
  return (
    <Group gap="xs">
      <PlacePick label={label} value={value ?? null} onPick={(key) => onPick(key ?? undefined)} />
      <Button
        size="xs"
        variant={isNothing ? 'filled' : 'default'}
        aria-pressed={isNothing}
        onClick={() => onPick(isNothing ? undefined : null)}
      >
        {t('words.left_out')}
      </Button>
    </Group>
  );
}
