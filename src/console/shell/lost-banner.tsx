import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsLost } from '../api/link.js';
import { useSpeech } from '../words/context.js';

/** Shown on every page while the connection to the server is lost. */
export function LostBanner(): ReactNode {
  const { t } = useSpeech();
  const isLost = useIsLost();
  return (
    <div role="status">
      {isLost && (
        <div className="lost">
          <Loader size="xs" color="yellow" aria-hidden />
          {t('app.lost')}
        </div>
      )}
    </div>
  );
}
