import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { api, type Schemas } from '../api/client.js';
import { useAct, useAnswer } from '../api/queries.js';
import { useSpeech } from '../words/context.js';
import { FormFailure } from './form-failure.js';

const askEveryMs = 1_500;

/** Reads a feed now and says in words what came of it. */
export function CheckNow({
  feed,
  reading,
  canCheckAt,
}: {
  feed: string;
  reading: Schemas['FeedReading'] | null;
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
        <Group gap="xs" role="status">
          <Loader size="xs" aria-hidden />
          <Text size="sm">{t('check.reading')}</Text>
          <Button variant="subtle" size="compact-sm" onClick={() => setAsked(null)}>
            {t('check.stop')}
          </Button>
        </Group>
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
            <Text size="sm" c="dimmed">
              {t('check.can_at', { time: moment(canCheckAt) })}
            </Text>
          )}
        </Group>
      )}
      <FormFailure error={check.error ?? poll.error} />
    </Stack>
  );
}

/** Whether a time is there, from the moment on at which it is. */
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
