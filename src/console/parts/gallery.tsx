import { Anchor, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSpeech } from '../words/context.js';
import { Photo } from './photo.js';
import { Section } from './section.js';

/** All photos of a listing, in the order of the portal; each opens in a tab of its own. A single photo stands on the card already. */
export function Gallery({ photos }: { photos: readonly string[] }): ReactNode {
  const { t } = useSpeech();
  if (photos.length < 2) return null;
  return (
    <Section title={t('listing.photos', { n: photos.length })}>
      <ul className="plain gallery">
        {photos.map((photo, index) => (
          <li key={`${index} ${photo}`}>
            <Anchor href={photo} target="_blank" rel="noreferrer">
              <Photo source={photo} />
              <VisuallyHidden>{t('listing.photo', { n: index + 1 })}</VisuallyHidden>
            </Anchor>
          </li>
        ))}
      </ul>
    </Section>
  );
}
