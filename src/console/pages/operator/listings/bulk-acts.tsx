import { Button, Group, Paper, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, answerOf, type Refusal, type Schemas } from '../../../api/client.js';
import { useAct } from '../../../api/queries.js';
import { AskButton } from '../../../parts/ask.js';
import { ReasonField } from '../../../parts/form/reason-field.js';
import { listingPage, To } from '../../../parts/links.js';
import { codeOf } from '../../../parts/listings/listing-code.js';
import { Muted } from '../../../parts/muted.js';
import { useReason } from '../../../parts/refusal.js';
import { useSpeech } from '../../../words/context.js';

type Listing = Schemas['ToldListing'];
interface Outcome {
  done: number;
  failed: { listing: Listing; error: Refusal }[];
}

/** What can be done with the chosen listings, one request for each; then for which it was done, and why not for the others. */
export function BulkActs({
  listings,
  clear,
}: {
  listings: readonly Listing[];
  clear: () => void;
}): ReactNode {
  const { t } = useSpeech();
  const n = listings.length;
  const [reason, setReason] = useState('');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { resend, suppress } = useActs(listings, reason);
  const ended = (found: Outcome, close: () => void): void => {
    close();
    setOutcome(found);
  };
  return (
    <Paper withBorder p="sm" className="chosen" role="region" aria-label={t('listings.chosen', { n })}>
      <Group gap="sm">
        <Text size="sm" fw={600}>
          {t('listings.chosen', { n })}
        </Text>
        <AskButton
          label={t('listings.resend', { n })}
          act={resend}
          onDone={ended}
          size="xs"
          variant="default"
        >
          <Text size="sm">{t('listings.resend.more')}</Text>
        </AskButton>
        <AskButton
          label={t('listings.suppress', { n })}
          act={suppress}
          isDangerous
          isReady={reason.trim() !== ''}
          onDone={ended}
          size="xs"
          variant="default"
        >
          <Text size="sm">{t('listings.suppress.more')}</Text>
          <ReasonField label={t('story.suppress.reason')} reason={reason} setReason={setReason} />
        </AskButton>
        <Button size="xs" variant="subtle" onClick={clear}>
          {t('listings.clear')}
        </Button>
      </Group>
      {outcome !== null && <Ended outcome={outcome} />}
    </Paper>
  );
}

/** The actions, each with one request per listing. */
function useActs(listings: readonly Listing[], reason: string) {
  const resend = useAct(
    () =>
      eachOf(listings, (path) => api.POST('/api/v1/listings/{connection}/{id}/resend', { params: { path } })),
    ['listings', 'overview'],
  );
  const suppress = useAct(
    () =>
      eachOf(listings, (path) =>
        api.POST('/api/v1/listings/{connection}/{id}/suppress', {
          params: { path },
          body: { reason, until: null },
        }),
      ),
    ['listings', 'overview'],
  );
  return { resend, suppress };
}

function Ended({ outcome: { done, failed } }: { outcome: Outcome }): ReactNode {
  const { t } = useSpeech();
  const reasonOf = useReason();
  return (
    <div role="status">
      {done > 0 && <Text size="sm">{t('listings.act.done', { n: done })}</Text>}
      {failed.length > 0 && (
        <>
          <Text size="sm" className="mark-bad">
            {t('listings.act.failed', { n: failed.length })}
          </Text>
          <ul className="plain">
            {failed.map(({ listing, error }) => {
              const { text, details } = reasonOf(error);
              return (
                <li key={listingPage(listing)}>
                  <To size="sm" href={listingPage(listing)}>
                    {codeOf(listing.external_id)}
                  </To>{' '}
                  <Text size="sm" span>
                    {text}
                  </Text>
                  <Muted size="xs">{details.join(' ')}</Muted>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </div>
  );
}

/** One request after the other: each is a decision of its own, and one that is refused stops none of the others. */
async function eachOf(
  listings: readonly Listing[],
  act: (path: { connection: string; id: string }) => Parameters<typeof answerOf>[0],
): Promise<{ data: Outcome; response: Response }> {
  const outcome: Outcome = { done: 0, failed: [] };
  for (const listing of listings) {
    try {
      await answerOf(act({ connection: listing.connection, id: listing.external_id }));
      outcome.done++;
    } catch (error) {
      outcome.failed.push({ listing, error: error as Refusal });
    }
  }
  return { data: outcome, response: new Response() };
}
