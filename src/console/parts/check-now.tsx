import { Button, Group, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { api, type Schemas } from '../api/client.js';
import { useAct, useAnswer } from '../api/queries.js';
import { useSpeech } from '../words/context.js';
import { FormFailure } from './form/form-failure.js';
import { Muted } from './muted.js';
import { Busy } from './states.js';

const askEveryMs = 1_500;

/** A button that reads a feed now, with a sentence on the result of the latest reading. */
export function CheckNow({
  feed,
  reading,
  canCheckAt,
}: {
  feed: string;
  reading: Schemas['FeedReading'] | null;
  /** When the feed may be read again; null: now. */
  canCheckAt: string | null;
}): ReactNode {
  const { t, told, moment } = useSpeech();
  const [asked, setAsked] = useState<number | null>(null);
  const path = { name: feed };
  const check = useAct(() => api.POST('/api/v1/feeds/{name}/poll', { params: { path } }), []);
  const poll = useAnswer(
    ['polls', feed, asked],
    (signal) =>
      api.GET('/api/v1/feeds/{name}/polls/{id}', { params: { path: { ...path, id: asked ?? 0 } }, signal }),
    { enabled: asked !== null, everyMs: askEveryMs },
  );
  const state = asked === null ? null : (poll.data?.state ?? 'waiting');
  const isReading = check.isPending || state === 'waiting';
  const isTooSoon = !useReached(canCheckAt);
  const latest = poll.data?.reading ?? reading;
  return (
    <Stack gap="xs" align="start">
      <Text aria-live="polite">
        {state === 'failed' && `${t('check.failed')} `}
        {latest === null ? t('check.never') : told(latest.sentence)}
      </Text>
      {isReading ? (
        <Busy text={t('check.reading')}>
          <Button variant="subtle" size="compact-sm" onClick={() => setAsked(null)}>
            {t('check.stop')}
          </Button>
        </Busy>
      ) : (
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            disabled={isTooSoon}
            onClick={() => check.mutate(undefined, { onSuccess: ({ id }) => setAsked(id) })}
          >
            {t('check.do')}
          </Button>
          {isTooSoon && canCheckAt !== null && (
            <Muted>{t('check.can_at', { time: moment(canCheckAt) })}</Muted>
          )}
        </Group>
      )}
      <FormFailure error={check.error ?? poll.error} />
    </Stack>
  );
}

/** Whether a time has been reached; null counts as reached. The component renders again when the time is reached. */
function useReached(at: string | null): boolean {
  const restMs = at === null ? 0 : Date.parse(at) - Date.now();
  const [, look] = useState(0);
  useEffect(() => {
    if (restMs <= 0) return;
    const timer = window.setTimeout(() => look((count) => count + 1), restMs + 50);
    return () => window.clearTimeout(timer);
  }, [restMs]);
  return restMs <= 0;
}
