import { Anchor, Blockquote, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { Schemas } from '../../api/client.js';
import { useIsStaff } from '../../api/session.js';
import { Moment } from '../../parts/moment.js';
import { Stat, Stats } from '../../parts/stat.js';
import { useSpeech } from '../../words/context.js';

type Progress = NonNullable<Schemas['Setup']['progress']>;

/** After sending: who acts now and since when, and the portal's own words. */
export function Sent({
  progress,
  connection,
  isFresh,
}: {
  progress: Progress;
  connection: string | null;
  /** It was sent just now. */
  isFresh: boolean;
}): ReactNode {
  const { t, told } = useSpeech();
  const isStaff = useIsStaff();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isFresh) return;
    window.scrollTo(0, 0);
    place.current?.focus({ preventScroll: true });
  }, [isFresh]);
  const { actor, since, sentence, note, listings } = progress;
  const all = isStaff && connection !== null ? `/listings?connection=${connection}` : '/listings';
  return (
    <Paper withBorder p="md" ref={place} tabIndex={-1}>
      <Stack gap="sm">
        <Title order={2} size="h3">
          {told(sentence)}
        </Title>
        <Text size="sm" c="dimmed">
          {t('setup.sent.now')}: <b>{t(`actor.${actor}`)}</b>, {t('setup.sent.since')} <Moment at={since} />
        </Text>
        {note !== null && (
          <Blockquote p="sm" cite={t('setup.sent.note')}>
            <span className="whole">{note}</span>
          </Blockquote>
        )}
        <Stats>
          {(['waiting', 'sent', 'in_review', 'live', 'refused'] as const).map((name) => (
            <Stat key={name} label={t(`setup.sent.${name}`)} value={listings[name]} />
          ))}
        </Stats>
        <Anchor component={Link} href={all}>
          {t('setup.sent.listings')}
        </Anchor>
      </Stack>
    </Paper>
  );
}
