import { Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { useSpeech } from '../../words/context.js';

/**
 * The portal's hourly limit of items: how many are spent, how many each connection may spend, how many connections have used up their limit,
 * what waits, and when everything will be sent.
 */
export function BudgetUse({ budget }: { budget: Schemas['Situation']['budget'] }): ReactNode {
  const { t, moment, number } = useSpeech();
  const { items_spent: spent, items_limit: limit, exhausted, upserts, removals, done_at: doneAt } = budget;
  const parts = [
    t('overview.budget.spent', { spent }),
    limit === null ? null : t('overview.budget.limit', { limit }),
    exhausted === 0 ? null : t('overview.budget.exhausted', { n: exhausted }),
    t('overview.budget.queue', { upserts: number(upserts), removals: number(removals) }),
    doneAt === null ? null : t('overview.budget.eta', { at: moment(doneAt) }),
  ].filter((part) => part !== null);
  return (
    <Paper withBorder p="md" component="section" aria-label={t('overview.budget')}>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h5">
          {t('overview.budget')}
        </Title>
        <Text size="sm" className="numeric">
          {parts.join(' · ')}
        </Text>
      </Group>
    </Paper>
  );
}
