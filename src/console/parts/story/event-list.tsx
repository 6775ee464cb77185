import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { useSpeech } from '../../words/context.js';
import { Moment } from '../moment.js';
import { Muted } from '../muted.js';

/** What happened to a listing, the latest first. */
export function EventList({ events }: { events: Schemas['Story']['events'] }): ReactNode {
  const { t, told } = useSpeech();
  if (events.length === 0) return <Muted>{t('story.events.none')}</Muted>;
  return (
    <dl className="facts events">
      {[...events].reverse().map((event, index) => (
        <div key={`${event.at} ${event.kind} ${index}`}>
          <dt>
            <Moment at={event.at} />
          </dt>
          <dd>
            {told(event.told)}
            {typeof event.data.batch === 'number' && (
              <Muted span size="xs">
                {' · '}
                {t('story.batch', { id: String(event.data.batch) })}
              </Muted>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
