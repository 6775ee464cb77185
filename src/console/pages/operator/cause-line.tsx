import { Anchor, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Schemas } from '../../api/client.js';
import { Moment } from '../../parts/moment.js';
import { useSpeech } from '../../words/context.js';

type Cause = Schemas['Cause'];

/** One matter: what it is, what to do, whose turn it is, and whom it concerns. */
export function CauseLine({ cause }: { cause: Cause }): ReactNode {
  const { t, told } = useSpeech();
  const { sentence, next, actor, since, agencies, examples } = cause;
  return (
    <Paper component="li" withBorder p="sm">
      <Group justify="space-between" gap="xs" align="start">
        <Text fw={600}>{told(sentence)}</Text>
        {since !== null && (
          <Text size="sm" c="dimmed">
            <Moment at={since} ago />
          </Text>
        )}
      </Group>
      <Text size="sm">{told(next)}</Text>
      <Group gap="xs" mt={4}>
        <Text size="sm" c="dimmed">
          {t('overview.cause.actor', { who: t(`actor.${actor}`) })}
        </Text>
        {agencies > 0 && (
          <Text size="sm" component="span">
            {t('overview.cause.agencies', { n: agencies })}:{' '}
            {examples.map((example, index) => (
              <span key={`${example.agency} ${index}`}>
                {index > 0 && ', '}
                <Example example={example} />
              </span>
            ))}
            {agencies > examples.length && ` ${t('overview.cause.more', { n: agencies - examples.length })}`}
          </Text>
        )}
      </Group>
    </Paper>
  );
}

/** Leads to where the matter is looked at. */
function Example({ example }: { example: Cause['examples'][number] }): ReactNode {
  const { agency, connection, feed, hold } = example;
  const href =
    hold !== null
      ? `/holds/${hold}`
      : feed !== null
        ? `/feeds/${feed}`
        : connection !== null
          ? `/connections/${connection}`
          : null;
  if (href === null) return agency;
  return (
    <Anchor component={Link} href={href} underline="always">
      {agency}
    </Anchor>
  );
}
