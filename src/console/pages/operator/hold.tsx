import { Alert, Group, Paper, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useParams } from 'wouter';
import { api, type Schemas } from '../../api/client.js';
import { usePages } from '../../api/queries.js';
import { Moment } from '../../parts/moment.js';
import { MoreButton } from '../../parts/more-button.js';
import { PageTitle } from '../../parts/page-title.js';
import { FailurePart, LoadingPart } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';
import { HoldCards } from './hold-cards.js';
import { HoldDecision } from './hold-decision.js';
import { useHoldWords } from './hold-words.js';

type Hold = Schemas['HoldDetail'];

/** A hold with its listings, and the decision. */
export default function HoldPage(): ReactNode {
  const id = Number(useParams<{ id: string }>().id);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const pages = usePages(['holds', id], (cursor, signal) =>
    api.GET('/api/v1/holds/{id}', {
      params: { path: { id }, query: { limit: 60, ...(cursor !== undefined && { cursor }) } },
      signal,
    }),
  );
  const hold = pages.data?.pages[0]?.hold;
  if (pages.data === undefined || hold === undefined)
    return pages.error === null ? <LoadingPart /> : <FailurePart error={pages.error} />;
  const listings = pages.data.pages.flatMap((page) => page.listings);
  const isOpen = hold.state === 'open';
  // What nothing here knows is decided one by one; the rest exactly as it is shown.
  const isChosenFrom = isOpen && hold.kind === 'foreign';
  return (
    <>
      <Heading hold={hold} />
      <Stack gap="md">
        <Why hold={hold} />
        {isOpen && <HoldDecision hold={hold} only={isChosenFrom ? [...chosen] : []} />}
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
  const { t } = useSpeech();
  const { kindOf } = useHoldWords();
  return (
    <PageTitle title={`${kindOf(hold.kind)}: ${hold.agency}`}>
      {t('holds.title', { id: String(hold.id) })} · {hold.feed ?? hold.connection} ·{' '}
      <Moment at={hold.opened_at} ago />
    </PageTitle>
  );
}

function Why({ hold }: { hold: Hold }): ReactNode {
  const { t, told, moment } = useSpeech();
  const { stateOf } = useHoldWords();
  const { state, decided_by: who, decided_at: at, reason, sentence } = hold;
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Group gap="xs" align="baseline">
          <Text size="sm" c="dimmed">
            {t('hold.reason')}
          </Text>
        </Group>
        <Text className="whole">{reason}</Text>
        <Text size="sm" c="dimmed">
          {t('hold.told')}: “{told(sentence)}”
        </Text>
        {state !== 'open' && (
          <Alert role="note" variant="light">
            {who === null || at === null
              ? stateOf(state)
              : t('holds.decided', { state: stateOf(state), who, at: moment(at) })}
          </Alert>
        )}
      </Stack>
    </Paper>
  );
}
