import { Group, Radio, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { Muted } from '../../parts/muted.js';
import { PlacePick } from '../../parts/form/place-pick.js';
import { useSpeech } from '../../words/context.js';

type Choice = NonNullable<Schemas['Setup']['questions']['content']>['choices'][number];

/** The answer of someone who does not know it: the listings wait, and the partner is asked. */
const askPartner = 'ask_partner';

/**
 * A question that the file does not answer: how many listings it decides, some of them, who can answer it, and what the file suggests.
 * Nothing is chosen before a person chooses.
 */
export function ChoiceQuestion({
  choice,
  value,
  onPick,
}: {
  choice: Choice;
  value: string | null;
  /** Null: the choice is taken back. */
  onPick: (value: string | null) => void;
}): ReactNode {
  const { t, told } = useSpeech();
  const { question, options, listings, who, samples, is_place: isPlace } = choice;
  const about = [t('setup.answer.decides', { n: listings }), t(`setup.answer.who.${who}`)];
  return (
    <Radio.Group
      label={told(question)}
      description={`${about.join('. ')}.`}
      value={value}
      onChange={(chosen) => onPick(chosen)}
    >
      <Stack gap={6} mt="xs">
        {samples.length > 0 && (
          <Muted size="xs">{t('setup.answer.for', { samples: samples.join(' · ') })}</Muted>
        )}
        <Suggestion choice={choice} />
        {isPlace && (
          <PlacePick label={told(question)} value={value === askPartner ? null : value} onPick={onPick} />
        )}
        <Group gap="md">
          {options.map((option) => (
            <Radio key={option.value} value={option.value} label={told(option.label)} />
          ))}
        </Group>
        {value === askPartner && <Muted size="xs">{t('setup.answer.parks')}</Muted>}
      </Stack>
    </Radio.Group>
  );
}

function Suggestion({ choice: { recommended } }: { choice: Choice }): ReactNode {
  const { t, told } = useSpeech();
  if (recommended === null) return null;
  return (
    <Text size="sm">
      <b>{t('setup.answer.recommended', { answer: told(recommended.label) })}</b> {told(recommended.why)}
    </Text>
  );
}
