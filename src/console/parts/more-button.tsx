import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSpeech } from '../words/context.js';

/** A button that reads the next page of a list; nothing on the last page. */
export function MoreButton({
  pages,
}: {
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}): ReactNode {
  const { t } = useSpeech();
  if (!pages.hasNextPage) return null;
  return (
    <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
      {t('do.more')}
    </Button>
  );
}
