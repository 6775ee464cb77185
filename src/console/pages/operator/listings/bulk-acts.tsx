import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, answerOf, type Schemas } from '../../../api/client.js';
import { useAct } from '../../../api/queries.js';
import { AskButton } from '../../../parts/ask.js';
import { actOnEach, ChosenBar, OutcomeText, Refused, type Outcome } from '../../../parts/list/chosen.js';
import { ReasonField } from '../../../parts/form/reason-field.js';
import { listingPage } from '../../../parts/links.js';
import { codeOf } from '../../../parts/listings/listing-code.js';
import { useSpeech } from '../../../words/context.js';

type Listing = Schemas['ToldListing'];

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
  const [outcome, setOutcome] = useState<Outcome<Listing> | null>(null);
  const { resend, suppress } = useActs(listings, reason);
  const ended = (found: Outcome<Listing>, close: () => void): void => {
    close();
    setOutcome(found);
  };
  return (
    <ChosenBar n={n} clear={clear} outcome={outcome !== null && <Ended outcome={outcome} />}>
      <AskButton label={t('listings.resend', { n })} act={resend} onDone={ended} size="xs" variant="default">
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
    </ChosenBar>
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

function Ended({ outcome: { done, failed } }: { outcome: Outcome<Listing> }): ReactNode {
  const { t } = useSpeech();
  return (
    <OutcomeText
      done={done > 0 ? t('listings.act.done', { n: done }) : null}
      notDone={t('listings.act.failed', { n: failed.length })}
      failed={failed.map(({ row, why }) => ({
        href: listingPage(row),
        name: codeOf(row.external_id),
        why: <Refused error={why} />,
      }))}
    />
  );
}

function eachOf(
  listings: readonly Listing[],
  act: (path: { connection: string; id: string }) => Parameters<typeof answerOf>[0],
): Promise<{ data: Outcome<Listing>; response: Response }> {
  return actOnEach(listings, async ({ connection, external_id: id }) => {
    await answerOf(act({ connection, id }));
    return null;
  });
}
