import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSpeech } from '../words/context.js';

/**
 * A listing's first photo, loaded from the address in its feed; only `https:` addresses are loaded. While the photo loads,
 * and without a photo, the space stays the same.
 */
export function Photo({ source }: { source: string | null }): ReactNode {
  const { t } = useSpeech();
  const [broken, setBroken] = useState<string | null>(null);
  if (source === null || source === broken || !/^https:/i.test(source))
    return (
      <div className="photo photo-none">
        <Text size="sm" ta="center">
          {t(source === null ? 'setup.no_photo' : 'photo.broken')}
        </Text>
      </div>
    );
  return (
    <img
      className="photo"
      src={source}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(source)}
    />
  );
}
