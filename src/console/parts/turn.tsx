import type { ReactNode } from 'react';
import type { Schemas } from '../api/client.js';
import { useSpeech } from '../words/context.js';
import { Moment } from './moment.js';
import { Muted } from './muted.js';

/** Who must act, and since when. Where no one must, it says so instead of naming no one. */
export function Turn({
  actor,
  since = null,
}: {
  actor: Schemas['Cause']['actor'];
  since?: string | null;
}): ReactNode {
  const { t } = useSpeech();
  return (
    <Muted>
      {actor === 'nobody' ? t('turn.none') : t('turn.is', { who: t(`actor.${actor}`) })}
      {since !== null && (
        <>
          {' · '}
          {t('turn.since')} <Moment at={since} />
        </>
      )}
    </Muted>
  );
}
