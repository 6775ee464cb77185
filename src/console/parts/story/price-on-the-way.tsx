import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { useSpeech } from '../../words/context.js';

type Story = Pick<Schemas['ToldStory'], 'unsent' | 'card'>;

/** The price that the portal shows, and the one that is on its way to it; nothing where both are the same. */
export function PriceOnTheWay({ story }: { story: Story }): ReactNode {
  const { t, price } = useSpeech();
  const change = story.unsent?.find(({ pointer }) => /^\/(?:price|rent)\/amount$/.test(pointer));
  const [before, after] = [Number(change?.before), Number(change?.after)];
  if (!(before > 0) || !(after > 0)) return null;
  const currency = story.card?.price?.currency ?? '';
  return (
    <Text size="sm" className="numeric">
      {t('story.price', { live: price(before, currency), next: price(after, currency) })}
    </Text>
  );
}
