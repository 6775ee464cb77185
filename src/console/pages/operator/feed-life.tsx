import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct, useOutcome } from '../../api/queries.js';
import { Ask } from '../../parts/ask.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { useToasts } from '../../parts/toasts.js';
import { useSpeech } from '../../words/context.js';

type Feed = Schemas['Feed'];
type Change = 'pause' | 'resume' | 'retire';

/** Buttons that read a feed now, pause it, resume it, or retire it for good. */
export function FeedLife({ feed: { name, life } }: { feed: Feed }): ReactNode {
  const { t } = useSpeech();
  const { done } = useToasts();
  const [isAsked, question] = useDisclosure(false);
  const change = useAct(
    (kind: Change) => api.POST(`/api/v1/feeds/{name}/${kind}`, { params: { path: { name } } }),
    ['feeds', 'overview', 'holds'],
  );
  const act = (kind: Change): void =>
    change.mutate(kind, {
      onSuccess: ({ message }) => {
        question.close();
        done(t(`feeds.done.${kind}`), message);
      },
    });
  const isRead = life === 'active' || life === 'stalled';
  return (
    <Stack gap="xs" mt="sm">
      <Group gap="sm">
        {isRead && <CheckNow name={name} />}
        {isRead && (
          <Button variant="default" disabled={change.isPending} onClick={() => act('pause')}>
            {t('feeds.pause')}
          </Button>
        )}
        {life === 'paused' && (
          <Button disabled={change.isPending} onClick={() => act('resume')}>
            {t('feeds.resume')}
          </Button>
        )}
        {(isRead || life === 'paused') && (
          <Button
            variant="subtle"
            color="gray"
            className="mark-bad"
            disabled={change.isPending}
            onClick={question.open}
          >
            {t('feeds.retire')}
          </Button>
        )}
      </Group>
      <FormFailure error={change.error} />
      <Ask
        isOpen={isAsked}
        title={t('feeds.retire')}
        act={t('feeds.retire')}
        isDangerous
        isBusy={change.isPending}
        onClose={question.close}
        onAct={() => act('retire')}
      >
        <Text>{t('feeds.retire.sure', { name })}</Text>
      </Ask>
    </Stack>
  );
}

function CheckNow({ name }: { name: string }): ReactNode {
  const { t } = useSpeech();
  const [asked, setAsked] = useState<number | null>(null);
  const check = useAct(
    () => api.POST('/api/v1/feeds/{name}/poll', { params: { path: { name } } }),
    ['feeds', 'runs'],
  );
  return (
    <>
      <Button
        loading={check.isPending}
        onClick={() => check.mutate(undefined, { onSuccess: ({ id }) => setAsked(id) })}
      >
        {t('feeds.check')}
      </Button>
      <FormFailure error={check.error} />
      {asked !== null && <Poll key={asked} name={name} id={asked} />}
    </>
  );
}

/** The outcome of one requested reading. */
function Poll({ name, id }: { name: string; id: number }): ReactNode {
  const { t, told } = useSpeech();
  const poll = useOutcome(['polls', name, id], (signal) =>
    api.GET('/api/v1/feeds/{name}/polls/{id}', { params: { path: { name, id } }, signal }),
  );
  const read = poll?.reading == null ? poll?.message : told(poll.reading.sentence);
  return (
    <Text size="sm" role="status" w="100%">
      {poll === null ? t('feeds.checking') : read}
    </Text>
  );
}
