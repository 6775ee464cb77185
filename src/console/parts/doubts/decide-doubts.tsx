import { Group, Text, type ButtonProps } from '@mantine/core';
import { type ReactNode } from 'react';
import type { UseMutationResult } from '@tanstack/react-query';
import { api, type Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { useSpeech } from '../../words/context.js';
import { ActButton } from '../act-button.js';
import { AskButton } from '../ask.js';
import { useToasts } from '../toasts.js';
import { useTypedNumber } from '../form/typed-number.js';
import { doubtTopics } from './confirm-value.js';

/** Buttons that decide all values in doubt of a feed: keep what is on the portal, or confirm them. */
export function DecideDoubts({
  hold: { id, count, expect_above: above },
  onDone,
}: {
  hold: Pick<Schemas['HoldDetail'], 'id' | 'count' | 'expect_above'>;
  onDone?: () => void;
}): ReactNode {
  const { t } = useSpeech();
  const params = { path: { id } };
  const keep = useAct(() => api.POST('/api/v1/holds/{id}/reject', { params, body: {} }), doubtTopics);
  const confirm = useAct(
    () => api.POST('/api/v1/holds/{id}/approve', { params, body: { expect: count } }),
    doubtTopics,
  );
  return (
    <Group gap="sm">
      <ActButton act={keep} done={t('doubts.kept')} {...(onDone !== undefined && { onDone })}>
        {t('doubts.keep')}
      </ActButton>
      <ConfirmMany act={confirm} count={count} above={above} {...(onDone !== undefined && { onDone })} />
    </Group>
  );
}

/** Confirms all values of a feed that one rule holds. The server refuses if they are no longer as many as shown. */
export function ConfirmRule({
  question: { rule, count, expect_above: above },
  feed,
}: {
  question: Schemas['Question'];
  feed: string;
}): ReactNode {
  const confirm = useAct(
    () =>
      api.POST('/api/v1/feeds/{name}/confirm', {
        params: { path: { name: feed } },
        body: { rule, expect: count },
      }),
    doubtTopics,
  );
  return <ConfirmMany act={confirm} count={count} above={above} size="compact-sm" />;
}

/** Above `above`, the user types the number of values, so that one wrong click cannot send hundreds. */
function ConfirmMany<Data>({
  act,
  count: n,
  above,
  onDone,
  ...button
}: ButtonProps & {
  act: UseMutationResult<Data, Error, void>;
  count: number;
  above: number;
  onDone?: () => void;
}): ReactNode {
  const { t } = useSpeech();
  const toasts = useToasts();
  const typed = useTypedNumber(n, above);
  return (
    <AskButton
      label={t('doubts.confirm_all', { n })}
      act={act}
      isReady={typed.isReady}
      onDone={(_data, close) => {
        close();
        toasts.done(t('doubts.confirmed'));
        onDone?.();
      }}
      variant="default"
      {...button}
    >
      <Text>{t('doubts.confirm_all.text', { n })}</Text>
      {typed.field}
    </AskButton>
  );
}
