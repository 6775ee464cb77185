import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { api, type Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { ActButton } from '../../parts/act-button.js';
import { AskButton } from '../../parts/ask.js';
import { useTypedNumber } from '../../parts/form/typed-number.js';
import { HideUntil } from '../../parts/listings/hide-until.js';
import { useToasts } from '../../parts/toasts.js';
import { useSpeech } from '../../words/context.js';

const topics = ['holds', 'home', 'listings'] as const;

const removal = {
  label: 'waiting.take_off',
  title: 'waiting.take_off.title',
  text: 'waiting.take_off.text',
  done: 'waiting.taken_off',
  keep: 'waiting.keep',
} as const;
/** All listings become inactive. */
const hiding = {
  label: 'waiting.hide',
  title: 'waiting.hide.title',
  text: 'waiting.hide.text',
  done: 'waiting.done',
  keep: 'waiting.keep.as_is',
} as const;
/** Some listings become inactive, the others are removed. */
const both = {
  label: 'waiting.confirm',
  title: 'waiting.confirm.title',
  text: 'waiting.confirm.text',
  done: 'waiting.done',
  keep: 'waiting.keep.as_is',
} as const;

/**
 * Buttons with which the agency removes the listings of a hold or keeps them. The server refuses if the hold no
 * longer has the number of listings that is shown. Above the question's `expect_above`, the user types the number.
 */
export function ApproveRemovals({ question }: { question: Schemas['HoldDetail'] }): ReactNode {
  const { t } = useSpeech();
  const toasts = useToasts();
  const [, go] = useLocation();
  const { id, count: n, inactive, may_hide: mayHide } = question;
  const texts = inactive === 0 ? removal : inactive === n ? hiding : both;
  const typed = useTypedNumber(n, question.expect_above);
  const params = { path: { id } };
  const approve = useAct(
    () => api.POST('/api/v1/holds/{id}/approve', { params, body: { expect: n } }),
    topics,
  );
  const keep = useAct(() => api.POST('/api/v1/holds/{id}/reject', { params, body: {} }), topics);
  const leave = (): void => go('/waiting');
  return (
    <Group gap="sm">
      {mayHide && (
        <>
          <Text w="100%">{t('season.question')}</Text>
          <HideUntil hold={question} onDone={leave} />
        </>
      )}
      <ActButton act={keep} done={t('waiting.kept')} onDone={leave}>
        {t(texts.keep, { n })}
      </ActButton>
      <AskButton
        label={t(texts.label, { n })}
        title={t(texts.title)}
        act={approve}
        isDangerous
        isReady={typed.isReady}
        onDone={() => {
          toasts.done(t(texts.done));
          leave();
        }}
        variant="outline"
        color="red.8"
        className="danger"
      >
        <Text>{t(texts.text, { n })}</Text>
        {typed.field}
      </AskButton>
    </Group>
  );
}
