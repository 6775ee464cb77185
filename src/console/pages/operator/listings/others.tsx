import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../../api/client.js';
import { useAnswer } from '../../../api/queries.js';
import { listingPage, To } from '../../../parts/links.js';
import { codeOf } from '../../../parts/listings/listing-code.js';
import { Unsearched } from '../../../parts/listings/unsearched.js';
import { EmptyPart, FailurePart, LoadingPart } from '../../../parts/states.js';
import { useSpeech } from '../../../words/context.js';

/**
 * Further matches of the search text, which may be a link to the portal, a code of the feed, or the id of a record
 * that never became a listing. Matches already `shown` are left out.
 */
export function Others({ q, shown }: { q: string; shown: readonly Schemas['ToldListing'][] }): ReactNode {
  const { t, named } = useSpeech();
  const stateOf = ({
    portal,
    presence,
  }: {
    portal: string | null;
    presence: string | null;
  }): string | null => {
    if (portal !== null && portal !== 'none') return named(`portal.is.${portal}`, portal);
    return presence === null ? null : named(`presence.${presence}`, presence);
  };
  const search = useAnswer(['listings', 'search', q], (signal) =>
    api.GET('/api/v1/search', { params: { query: { q } }, signal }),
  );
  if (search.data === undefined)
    return search.error === null ? <LoadingPart /> : <FailurePart error={search.error} />;
  const listed = new Set(shown.map(listingPage));
  const others = search.data.matches.filter((match) => !listed.has(listingPage(match)));
  if (others.length === 0)
    return shown.length === 0 ? (
      <EmptyPart title={t('listings.none')}>
        {t('listings.none.more')}
        <Unsearched unsearched={search.data.unsearched} />
      </EmptyPart>
    ) : null;
  return (
    <section aria-label={t('listings.records')}>
      <Title order={2} size="h5">
        {t('listings.records')}
      </Title>
      <ul>
        {others.map((match) => (
          <li key={listingPage(match)}>
            <To href={listingPage(match)}>{match.title ?? codeOf(match.external_id)}</To>{' '}
            {[match.feed, stateOf(match)].filter((part) => part !== null).join(' · ')}
          </li>
        ))}
      </ul>
    </section>
  );
}
