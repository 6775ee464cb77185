import type { ReactNode } from 'react';
import type { Schemas } from '../api/client.js';
import { useSpeech } from '../words/context.js';

/** A listing's price, or a text if it has none. */
export function Price({ price }: { price: NonNullable<Schemas['ListingCard']>['price'] }): ReactNode {
  const { t, price: written } = useSpeech();
  return price === null ? t('listing.no_price') : written(price.amount, price.currency);
}
