import { Checkbox, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { listingPage, To } from '../../parts/links.js';
import { ListingCard } from '../../parts/listing-card.js';
import { codeOf } from '../../parts/listings/listing-code.js';
import { Moment } from '../../parts/moment.js';
import { Muted } from '../../parts/muted.js';
import { useSpeech } from '../../words/context.js';

type Listing = Schemas['HoldCard'];

/** The listings of a hold as cards. */
export function HoldCards({
  listings,
  connection,
  chosen,
  onChoose,
}: {
  listings: readonly Listing[];
  connection: string;
  /** The ids of chosen listings, if the user decides listing by listing. Without it there are no checkboxes. */
  chosen?: ReadonlySet<string>;
  onChoose?: (chosen: ReadonlySet<string>) => void;
}): ReactNode {
  const { t } = useSpeech();
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose?.(next);
  };
  return (
    <ul className="plain cards">
      {listings.map((listing) => {
        const { external_id: id } = listing;
        return (
          <li key={id}>
            {chosen !== undefined && (
              <Checkbox
                label={t('hold.choose', { id: codeOf(id) })}
                checked={chosen.has(id)}
                onChange={() => toggle(id)}
                mb={6}
              />
            )}
            <HoldCard listing={listing} connection={connection} />
          </li>
        );
      })}
    </ul>
  );
}

function HoldCard({ listing, connection }: { listing: Listing; connection: string }): ReactNode {
  const { t } = useSpeech();
  const { external_id: id, title, card, last_seen_at: seenAt, renamed_to: renamed, reason } = listing;
  return (
    <ListingCard
      id={id}
      card={card}
      title={<To href={listingPage({ connection, external_id: id })}>{title ?? codeOf(id)}</To>}
    >
      {reason === 'inactive' && <Text size="xs">{t('hold.inactive')}</Text>}
      {seenAt !== null && (
        <Muted size="xs">
          {t('hold.seen')}: <Moment at={seenAt} />
        </Muted>
      )}
      {renamed !== null && <Text size="xs">{t('hold.renamed', { id: codeOf(renamed) })}</Text>}
    </ListingCard>
  );
}
