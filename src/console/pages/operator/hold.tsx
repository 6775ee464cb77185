import { Alert, Paper, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { usePages } from '../../api/queries.js';
import { Reason } from '../../parts/details.js';
import { DecideDoubts } from '../../parts/doubts/decide-doubts.js';
import { DoubtList } from '../../parts/doubts/doubt-list.js';
import { Moment } from '../../parts/moment.js';
import { MoreButton } from '../../parts/more-button.js';
import { Muted } from '../../parts/muted.js';
import { PageTitle } from '../../parts/page-title.js';
import { usePath } from '../../path.js';
import { FailurePart, LoadingPart } from '../../parts/states.js';
import { WhatStays } from '../../parts/listings/what-stays.js';
import { useSpeech } from '../../words/context.js';
import { HoldCards } from './hold-cards.js';
import { HoldDecision } from './hold-decision.js';
import { useDecisionText } from './holds.js';

type Hold = Schemas['HoldDetail'];

/** One hold: its reason, its listings, and the buttons that decide it. */
export default function HoldPage(): ReactNode {
  const id = Number(usePath('id').id);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const pages = usePages(['holds', id], (next, signal) =>
    api.GET('/api/v1/holds/{id}', { params: { path: { id }, query: { limit: 60, ...next } }, signal }),
  );
  const hold = pages.data?.pages[0]?.hold;
  if (pages.data === undefined || hold === undefined)
    return pages.error === null ? <LoadingPart /> : <FailurePart error={pages.error} />;
  const listings = pages.data.pages.flatMap((page) => page.listings);
  const isOpen = hold.state === 'open';
  // Unknown listings on the portal (`foreign`) can be decided one by one; every other hold only as a whole.
  const isChosenFrom = isOpen && hold.kind === 'foreign';
  return (
    <>
      <Heading hold={hold} />
      <Stack gap="md">
        <Why hold={hold} />
        {isOpen &&
          (hold.kind === 'content' ? (
            <Paper withBorder p="md">
              <DecideDoubts hold={hold} />
            </Paper>
          ) : (
            <HoldDecision hold={hold} only={isChosenFrom ? [...chosen] : []} />
          ))}
        <DoubtList
          doubts={pages.data.pages.flatMap((page) => page.doubts)}
          questions={pages.data.pages[0]?.questions ?? []}
          feed={hold.feed}
        />
        <HoldCards
          listings={listings}
          connection={hold.connection}
          {...(isChosenFrom && { chosen, onChoose: setChosen })}
        />
        <MoreButton pages={pages} />
      </Stack>
    </>
  );
}

function Heading({ hold }: { hold: Hold }): ReactNode {
  const { t, named } = useSpeech();
  return (
    <PageTitle title={`${named(`hold.kind.${hold.kind}`, hold.kind)}: ${hold.agency}`}>
      {t('holds.title', { id: String(hold.id) })} · {hold.feed ?? hold.connection} ·{' '}
      <Moment at={hold.opened_at} ago />
    </PageTitle>
  );
}

/** Why it is held, and what the agency reads of it. */
function Why({ hold }: { hold: Hold }): ReactNode {
  const { t, told } = useSpeech();
  const decisionOf = useDecisionText();
  const { state, kind, reason, why, sentence } = hold;
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Muted>{t('hold.reason')}</Muted>
        <Text component="div" className="whole">
          <Reason why={why} text={reason} />
        </Text>
        <Muted>{t('story.for_agency', { sentence: told(sentence) })}</Muted>
        {state === 'open' && (kind === 'removals' || kind === 'orphan') && <WhatStays question={hold} />}
        {state !== 'open' && (
          <Alert role="note" variant="light">
            {decisionOf(hold)}
          </Alert>
        )}
      </Stack>
    </Paper>
  );
}
