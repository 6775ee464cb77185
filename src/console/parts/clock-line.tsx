import { IconCheck, IconClock, IconPointFilled, IconQuestionMark } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Schemas } from '../api/client.js';
import { useSpeech } from '../words/context.js';
import { Moment } from './moment.js';

type Step = Schemas['Story']['clock'][number];

const icons = {
  done: IconCheck,
  waiting: IconClock,
  unknown: IconQuestionMark,
  later: IconPointFilled,
} as const;

/** A listing’s timeline: its steps from the agency’s software to the portal’s visitors, each with its state and time. */
export function ClockLine({
  clock,
  isStaff = false,
}: {
  clock: readonly Step[];
  /** The software is not that of the reader. */
  isStaff?: boolean;
}): ReactNode {
  const { t, named, span } = useSpeech();
  return (
    <ol className="clock" aria-label={t('clock.title')}>
      {clock.map(({ step, state, at, took_seconds: took, slow }) => {
        const Icon = icons[isState(state) ? state : 'unknown'];
        return (
          <li key={step} data-state={state}>
            <span className="clock-mark">
              <Icon size={14} aria-hidden />
            </span>
            <span className="clock-step">
              {isStaff && step === 'changed' ? t('clock.changed_there') : named(`clock.${step}`, step)}
            </span>
            <span className="clock-time">
              {at !== null && <Moment at={at} />}
              {state === 'waiting' && t('clock.waiting')}
              {state === 'unknown' && t('clock.unknown')}
              {took !== null && took >= 60 && (
                <span data-slow={slow || undefined}>
                  {' '}
                  {t(slow ? 'clock.slow' : 'clock.later', { span: span(took) })}
                </span>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function isState(state: string): state is keyof typeof icons {
  return Object.hasOwn(icons, state);
}
