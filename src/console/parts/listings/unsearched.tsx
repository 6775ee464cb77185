import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { useSpeech } from '../../words/context.js';
import { To } from '../links.js';

/** The likeliest cause of an empty search: what is not read, or not sent, cannot be found. */
export function Unsearched({
  unsearched,
  onLeave,
}: {
  unsearched: Schemas['Unsearched'] | null;
  /** A link is followed. */
  onLeave?: () => void;
}): ReactNode {
  const { t } = useSpeech();
  if (unsearched === null) return null;
  const { stalled, unsent } = unsearched;
  if (stalled.length + unsent.length === 0) return null;
  return (
    <>
      <p>{t('listings.unsearched')}:</p>
      <ul>
        {stalled.length > 0 && (
          <li>
            {t('listings.unsearched.stalled', { n: stalled.length })}:{' '}
            {stalled.map(({ feed, agency }, index) => (
              <span key={feed}>
                {index > 0 && ', '}
                <To href={`/feeds/${feed}`} onClick={onLeave}>
                  {agency}
                </To>
              </span>
            ))}
          </li>
        )}
        {unsent.length > 0 && (
          <li>
            {t('listings.unsearched.unsent', { n: unsent.length })}:{' '}
            {unsent.map(({ name, title }, index) => (
              <span key={name}>
                {index > 0 && ', '}
                <To href={`/agencies/${name}`} onClick={onLeave}>
                  {title}
                </To>
              </span>
            ))}
          </li>
        )}
      </ul>
    </>
  );
}
