import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../api/client.js';
import { useSpeech } from '../words/context.js';
import { codeOf } from './listings/listing-code.js';
import { Photo } from './photo.js';
import { Price } from './price.js';

type Card = NonNullable<Schemas['ListingCard']>;

/**
 * A listing as it appears in lists: photo, title, price and place. Where the listing has a page, the caller passes a
 * link as `title`.
 */
export function ListingCard({
  card,
  title,
  id,
  mark,
  children,
}: {
  card: Card | null;
  title: ReactNode;
  /** The agency’s code for the listing. */
  id: string;
  /** Shown beside the title, for example the listing's state. */
  mark?: ReactNode;
  /** A sentence or facts below the card's own facts. */
  children?: ReactNode;
}): ReactNode {
  return (
    <Paper withBorder p="xs" component="article" className="listing">
      <div className="listing-photo">
        <Photo source={card?.photo ?? null} />
      </div>
      <div className="listing-text">
        <div className="listing-head">
          <Text component="div" fw={600} lineClamp={2}>
            {title}
          </Text>
          {mark}
        </div>
        <CardFacts card={card} id={id} />
        {children !== undefined && (
          <Text component="div" size="sm" mt={4}>
            {children}
          </Text>
        )}
      </div>
    </Paper>
  );
}

/** A listing's price, place, category, area and code, one below the other. */
export function CardFacts({ card, id }: { card: Card | null; id: string }): ReactNode {
  const { t, told, number } = useSpeech();
  const where = [card?.address, card?.place].filter((part) => part != null && part !== '').join(', ');
  const what = [
    card?.category_label == null ? card?.category : told(card.category_label),
    card?.area_m2 == null ? null : `${number(card.area_m2)} m²`,
    t('listing.code', { id: codeOf(id) }),
  ].filter((part) => part != null);
  return (
    <>
      {card !== null && (
        <Text size="sm" fw={600} className="numeric">
          <Price price={card.price} />
        </Text>
      )}
      {where !== '' && <Text size="sm">{where}</Text>}
      <Text size="xs" c="dimmed">
        {what.join(' · ')}
      </Text>
    </>
  );
}
