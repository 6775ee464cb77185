import { Button, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { ListingCard } from '../../parts/listing-card.js';
import { StateMark } from '../../parts/state-mark.js';
import { useSpeech } from '../../words/context.js';

type Sample = Schemas['SampleListing'];

/** How many cards are shown at first. More would push the steps, which are below, out of sight. */
const firstShown = 3;

/** Some of the agency’s listings as the daemon read them, so that the agency can check the result. */
export function SampleCards({ cards }: { cards: readonly Sample[] }): ReactNode {
  const { t } = useSpeech();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? cards : cards.slice(0, firstShown);
  return (
    <Stack gap="sm" align="start">
      <ul className="plain cards">
        {shown.map((card) => (
          <li key={card.external_id}>
            <SampleCard card={card} />
          </li>
        ))}
      </ul>
      {shown.length < cards.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {t('do.more')}
        </Button>
      )}
    </Stack>
  );
}

function SampleCard({ card }: { card: Sample }): ReactNode {
  const { t } = useSpeech();
  const { external_id: id, transaction, title, amount, currency, area, rooms, photos, ...rest } = card;
  // The currency may be unknown: it can be one of the questions to the agency.
  const price = amount === null ? null : { amount, currency: currency ?? '', period: null };
  const more = [
    rooms === null ? null : t('setup.rooms', { n: rooms }),
    photos > 0 ? t('setup.photos', { n: photos }) : null,
  ].filter((part) => part !== null);
  return (
    <ListingCard
      id={id}
      card={{ ...rest, transaction, price, area_m2: area, photos }}
      title={title}
      mark={
        (transaction === 'sale' || transaction === 'rent') && (
          <StateMark mood="quiet">{t(`setup.transaction.${transaction}`)}</StateMark>
        )
      }
    >
      {more.length > 0 && more.join(' · ')}
    </ListingCard>
  );
}
