import { Blockquote, Paper, Stack, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { useIsStaff } from '../../api/session.js';
import { To } from '../../parts/links.js';
import { ListingStats } from '../../parts/stat.js';
import { Turn } from '../../parts/turn.js';
import { useSpeech } from '../../words/context.js';

type Progress = NonNullable<Schemas['Setup']['progress']>;

/** The state after sending: who must act and since when, and what the portal's staff wrote. */
export function Sent({
  progress,
  connection,
  isFresh,
}: {
  progress: Progress;
  connection: string | null;
  /** Whether the user sent the listings while the page is open. Then this part gets the focus. */
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
  const { actor, since, sentence, note, tiles } = progress;
  const all = isStaff && connection !== null ? `/listings?connection=${connection}` : '/listings';
  return (
    <Paper withBorder p="md" ref={place} tabIndex={-1}>
      <Stack gap="sm">
        <Title order={2} size="h3">
          {told(sentence)}
        </Title>
        <Turn actor={actor} since={since} />
        {note !== null && (
          <Blockquote p="sm" cite={t('setup.sent.note')}>
            <span className="whole">{note}</span>
          </Blockquote>
        )}
        <ListingStats of={connection === null ? '' : `connection=${connection}`} counts={tiles} />
        <To href={all}>{t('setup.sent.listings')}</To>
      </Stack>
    </Paper>
  );
}
