import { Group, Paper, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { AskButton } from '../../parts/ask.js';
import { ReasonField } from '../../parts/form/reason-field.js';
import { To } from '../../parts/links.js';
import { Moment } from '../../parts/moment.js';
import { Muted } from '../../parts/muted.js';
import { useToasts } from '../../parts/toasts.js';
import { Turn } from '../../parts/turn.js';
import { useSpeech } from '../../words/context.js';

type Cause = Schemas['Cause'];

/** An attention item: what is wrong, what to do next, who must act, and the agencies it concerns. */
export function CauseLine({ cause }: { cause: Cause }): ReactNode {
  const { t, told } = useSpeech();
  const { sentence, next, actor, agencies, examples, link } = cause;
  return (
    <Paper component="li" withBorder p="sm">
      <Group justify="space-between" gap="xs" align="start">
        <Text fw={600}>
          {link === null ? (
            told(sentence)
          ) : (
            <To href={link} fw={600} c="inherit">
              {told(sentence)}
            </To>
          )}
        </Text>
        <Since cause={cause} />
      </Group>
      <Text size="sm">{told(next)}</Text>
      <Group gap="xs" mt={4}>
        <Turn actor={actor} />
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
      {examples.map(({ closes, agency }) =>
        closes === null ? null : <CloseItem key={closes} cause={closes} agency={agency} />,
      )}
    </Paper>
  );
}

/** Closes what an agency does not answer, with a reason. */
function CloseItem({ cause, agency }: { cause: string; agency: string }): ReactNode {
  const { t } = useSpeech();
  const { done } = useToasts();
  const [reason, setReason] = useState('');
  const close = useAct(
    () => api.POST('/api/v1/attention/close', { body: { cause, reason: reason.trim() } }),
    ['overview', 'home', 'audit'],
  );
  return (
    <AskButton
      label={t('overview.close', { agency })}
      act={close}
      isReady={reason.trim() !== ''}
      onDone={({ message }, leave) => {
        leave();
        done(t('overview.closed'), message);
      }}
      size="compact-xs"
      variant="default"
      mt={4}
    >
      <Text size="sm">{t('overview.close.more')}</Text>
      <ReasonField label={t('overview.close.reason')} reason={reason} setReason={setReason} />
    </AskButton>
  );
}

/** Since when it waits, or is not answered. */
function Since({ cause: { since, unanswered_since: unanswered } }: { cause: Cause }): ReactNode {
  const { t, day } = useSpeech();
  if (unanswered !== null) return <Muted>{t('overview.no_answer', { since: day(unanswered) })}</Muted>;
  if (since === null) return null;
  return (
    <Muted>
      <Moment at={since} ago />
    </Muted>
  );
}

/** The name of an agency, as a link to the page of what it has of the item. */
function Example({ example: { agency, link } }: { example: Cause['examples'][number] }): ReactNode {
  if (link === null) return agency;
  return (
    <To href={link} underline="always">
      {agency}
    </To>
  );
}
