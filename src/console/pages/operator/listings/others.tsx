import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../../api/client.js';
import { useAnswer } from '../../../api/queries.js';
import { listingPage, To } from '../../../parts/links.js';
import { EmptyPart, FailurePart, LoadingPart } from '../../../parts/states.js';
import { useSpeech } from '../../../words/context.js';

/**
 * Further matches of the search text, which may be a link to the portal, a code of the feed, or the id of a record
 * that never became a listing. Matches already `shown` are left out.
 */
export function Others({ q, shown }: { q: string; shown: readonly Schemas['ToldListing'][] }): ReactNode {
  const { t } = useSpeech();
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
            <To href={listingPage(match)}>{match.title ?? match.external_id}</To>{' '}
            {[match.feed, match.presence, match.portal].filter((part) => part !== null).join(' · ')}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The likeliest cause of an empty search: what is not read, or not sent, cannot be found. */
function Unsearched({ unsearched }: { unsearched: Schemas['Unsearched'] | null }): ReactNode {
  const { t } = useSpeech();
  if (unsearched === null) return null;
  const { stalled, unsent } = unsearched;
  if (stalled.length + unsent.length === 0) return null;
  return (
    <>
      <p>{t('listings.unsearched')}:</p>
      <ul>
        {stalled.length > 0 && (
          <li>
            {t('listings.unsearched.stalled', { n: stalled.length })}:{' '}
            {stalled.map(({ feed, agency }, index) => (
              <span key={feed}>
                {index > 0 && ', '}
                <To href={`/feeds/${feed}`}>{agency}</To>
              </span>
            ))}
          </li>
        )}
        {unsent.length > 0 && (
          <li>
            {t('listings.unsearched.unsent', { n: unsent.length })}:{' '}
            {unsent.map(({ name, title }, index) => (
              <span key={name}>
                {index > 0 && ', '}
                <To href={`/agencies/${name}`}>{title}</To>
              </span>
            ))}
          </li>
        )}
      </ul>
    </>
  );
}
