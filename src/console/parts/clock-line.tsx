import { IconCheck, IconClock, IconPointFilled, IconQuestionMark } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Schemas } from '../api/client.js';
import { useSpeech } from '../words/context.js';
import { Moment } from './moment.js';

type Step = Schemas['Story']['clock'][number];

const steps = [
  'changed',
  'put',
  'read',
  'understood',
  'queued',
  'sent',
  'accepted',
  'visible',
  'last_seen',
  'missed',
  'taken_off',
] as const;

const icons = {
  done: IconCheck,
  waiting: IconClock,
  unknown: IconQuestionMark,
  later: IconPointFilled,
} as const;

/** A listing’s way from the agency’s program to the visitor, with the time of each step and where it is now. */
export function ClockLine({ clock }: { clock: readonly Step[] }): ReactNode {
  const { t, span } = useSpeech();
  return (
    <ol className="clock" aria-label={t('clock.title')}>
      {clock.map(({ step, state, at, took_seconds: took, slow }) => {
        const known = steps.find((name) => name === step);
        const Icon = icons[isState(state) ? state : 'unknown'];
        return (
          <li key={step} data-state={state}>
            <span className="clock-mark">
              <Icon size={14} aria-hidden />
            </span>
            <span className="clock-step">{known === undefined ? step : t(`clock.${known}`)}</span>
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
