import { Button, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct, useAnswer } from '../../api/queries.js';
import { Ask } from '../../parts/ask.js';
import { bound } from '../../parts/form/form.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { useTypedNumber } from '../../parts/form/typed-number.js';
import { HideUntil } from '../../parts/listings/hide-until.js';
import { useToasts } from '../../parts/toasts.js';
import { useSpeech } from '../../words/context.js';

type Hold = Schemas['HoldDetail'];
/**
 * Decides a hold. `give_to` is the feed that takes over the listings; `rekey` continues renamed listings under their
 * new ids.
 */
type Decide = (given: { approve: boolean; give_to?: string; rekey?: boolean }) => void;

/**
 * Buttons that decide a hold: reject, approve after a confirmation, continue under new ids, or transfer to another
 * feed. If `only` is not empty, the decision is for those listings alone. Above the hold's `expect_above`, the user
 * types the number of listings, so that one wrong click cannot remove hundreds.
 */
export function HoldDecision({ hold, only }: { hold: Hold; only: readonly string[] }): ReactNode {
  const { t } = useSpeech();
  const { done } = useToasts();
  const [isAsked, question] = useDisclosure(false);
  const act = useDecision(hold, only);
  const decide: Decide = (given) =>
    act.mutate(given, {
      onSuccess: ({ message }) => {
        question.close();
        done(t('hold.done'), message);
      },
    });
  const isPlan = hold.kind === 'plan';
  const count = only.length > 0 ? only.length : hold.count;
  const typed = useTypedNumber(count, hold.expect_above);
  // Some of its listings become inactive and are not removed.
  const isLeaving = hold.inactive > 0;
  const approve = isPlan
    ? t('hold.approve.plan')
    : t(isLeaving ? 'hold.approve.leaving' : 'hold.approve', { n: count });
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        {only.length > 0 && <Text size="sm">{t('hold.only', { n: only.length })}</Text>}
        <Group gap="sm">
          <Button onClick={() => decide({ approve: false })} disabled={act.isPending}>
            {t(isPlan ? 'hold.reject.plan' : isLeaving ? 'hold.reject.leaving' : 'hold.reject')}
          </Button>
          {hold.renames > 0 && (
            <Button
              variant="default"
              disabled={act.isPending}
              onClick={() => decide({ approve: true, rekey: true })}
            >
              {t('hold.rekey', { n: hold.renames })}
            </Button>
          )}
          {hold.may_hide && <HideUntil hold={hold} onDone={question.close} />}
          <Button variant="default" className="mark-bad" onClick={question.open} disabled={act.isPending}>
            {approve}
          </Button>
        </Group>
        {hold.may_hide && <Text size="sm">{t('season.question')}</Text>}
        {hold.kind === 'orphan' && <GiveTo hold={hold} decide={decide} />}
        {!isAsked && <FormFailure error={act.error} />}
      </Stack>
      <Ask
        isOpen={isAsked}
        title={approve}
        act={approve}
        isDangerous
        isBusy={act.isPending}
        isReady={typed.isReady}
        error={act.error}
        onClose={question.close}
        onAct={() => decide({ approve: true })}
      >
        <Text>{t(isLeaving ? 'hold.sure.leaving' : 'hold.sure', { n: count, agency: hold.agency })}</Text>
        {typed.field}
      </Ask>
    </Paper>
  );
}

function useDecision({ id, count }: Hold, only: readonly string[]) {
  const chosen = only.length > 0 ? { only: [...only] } : {};
  return useAct(
    ({ approve, ...how }: Parameters<Decide>[0]) =>
      approve
        ? api.POST('/api/v1/holds/{id}/approve', {
            params: { path: { id } },
            body: { expect: count, ...chosen, ...how },
          })
        : api.POST('/api/v1/holds/{id}/reject', { params: { path: { id } }, body: chosen }),
    ['holds', 'overview', 'listings', 'feeds'],
  );
}

/** Transfers the listings of an orphaned feed to another feed of the connection. Shows nothing if the connection has no other feed. */
function GiveTo({ hold, decide }: { hold: Hold; decide: Decide }): ReactNode {
  const { t } = useSpeech();
  const [feed, setFeed] = useState('');
  const { data } = useAnswer(['feeds'], (signal) => api.GET('/api/v1/feeds', { signal }));
  const others = (data?.feeds ?? []).filter(
    ({ connection, life, name }) =>
      connection === hold.connection && life !== 'orphaned' && name !== hold.feed,
  );
  if (others.length === 0) return null;
  return (
    <Group gap="xs" align="end">
      <NativeSelect
        label={t('hold.give_to')}
        {...bound(feed, setFeed)}
        data={['', ...others.map(({ name }) => name)]}
      />
      <Button
        variant="default"
        disabled={feed === ''}
        onClick={() => decide({ approve: true, give_to: feed })}
      >
        {t('hold.give_to.do')}
      </Button>
    </Group>
  );
}
