import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { ClockLine } from '../../parts/clock-line.js';
import { useSpeech } from '../../words/context.js';

/** A listing’s timeline, and below it the reasons of steps that wait or are not known. */
export function StoryClock({ clock }: { clock: Schemas['Story']['clock'] }): ReactNode {
  const { t, told, named } = useSpeech();
  return (
    <>
      <ClockLine clock={clock} isStaff />
      {clock.map(
        ({ step, why }) =>
          why !== null && (
            <Text key={step} size="sm" mt="xs">
              {step === 'changed' ? t('clock.changed_there') : named(`clock.${step}`, step)}: {told(why)}
            </Text>
          ),
      )}
    </>
  );
}
