import { Anchor, Checkbox, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Schemas } from '../../api/client.js';
import { ListingCard } from '../../parts/listing-card.js';
import { Moment } from '../../parts/moment.js';
import { useSpeech } from '../../words/context.js';

type Listing = Schemas['HoldCard'];

/** The listings that a decision is about, as people know them. */
export function HoldCards({
  listings,
  connection,
  chosen,
  onChoose,
}: {
  listings: readonly Listing[];
  connection: string;
  /** Where each is decided for itself. */
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
                label={t('hold.choose', { id })}
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
  const { external_id: id, title, card, last_seen_at: seenAt, renamed_to: renamed } = listing;
  const href = `/listings/${encodeURIComponent(connection)}/${encodeURIComponent(id)}`;
  return (
    <ListingCard
      id={id}
      card={card}
      title={
        <Anchor component={Link} href={href}>
          {title ?? id}
        </Anchor>
      }
    >
      {seenAt !== null && (
        <Text size="xs" c="dimmed">
          {t('hold.seen')}: <Moment at={seenAt} />
        </Text>
      )}
      {renamed !== null && <Text size="xs">{t('hold.renamed', { id: renamed })}</Text>}
    </ListingCard>
  );
}
