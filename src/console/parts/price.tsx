import type { ReactNode } from 'react';
import type { Schemas } from '../api/client.js';
import { useSpeech } from '../words/context.js';

/** A listing's price, or a text if it has none. */
export function Price({ price }: { price: NonNullable<Schemas['ListingCard']>['price'] }): ReactNode {
  const { t, price: written } = useSpeech();
  if (price === null) return t('listing.no_price');
  return <span className="unbroken">{written(price.amount, price.currency)}</span>;
}
