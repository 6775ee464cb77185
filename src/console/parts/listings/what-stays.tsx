import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { useSpeech } from '../../words/context.js';

/** What a decision about removals changes on the portal, and that without one nothing changes. */
export function WhatStays({
  question: { count, inactive, on_portal: now },
}: {
  question: Pick<Schemas['HoldDetail'], 'count' | 'inactive' | 'on_portal'>;
}): ReactNode {
  const { t } = useSpeech();
  const gone = count - inactive;
  return (
    <>
      <Text size="sm">
        {gone > 0 && gone <= now
          ? t('stays.numbers', { n: now, after: String(now - gone) })
          : t('stays.now', { n: now })}
      </Text>
      <Text size="sm" fw={600}>
        {t('stays.safe')}
      </Text>
    </>
  );
}
