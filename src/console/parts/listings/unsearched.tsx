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
            <Links
              to={stalled.map(({ feed, agency }) => ({ href: `/feeds/${feed}`, name: agency }))}
              onLeave={onLeave}
            />
          </li>
        )}
        {unsent.length > 0 && (
          <li>
            {t('listings.unsearched.unsent', { n: unsent.length })}:{' '}
            <Links
              to={unsent.map(({ name, title }) => ({ href: `/agencies/${name}`, name: title }))}
              onLeave={onLeave}
            />
          </li>
        )}
      </ul>
    </>
  );
}

function Links({
  to,
  onLeave,
}: {
  to: readonly { href: string; name: string }[];
  onLeave: (() => void) | undefined;
}): ReactNode {
  return to.map(({ href, name }, index) => (
    <span key={href}>
      {index > 0 && ', '}
      <To href={href} onClick={onLeave}>
        {name}
      </To>
    </span>
  ));
}
