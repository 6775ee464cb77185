import { Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { To } from '../../parts/links.js';
import { Moment } from '../../parts/moment.js';
import { Muted } from '../../parts/muted.js';
import { Turn } from '../../parts/turn.js';
import { useSpeech } from '../../words/context.js';

type Cause = Schemas['Cause'];

/** An attention item: what is wrong, what to do next, who must act, and the agencies it concerns. */
export function CauseLine({ cause }: { cause: Cause }): ReactNode {
  const { t, told } = useSpeech();
  const { sentence, next, actor, since, agencies, examples, link } = cause;
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
        {since !== null && <Since at={since} isAgencys={actor === 'agency'} />}
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
    </Paper>
  );
}

const mailedForMs = 14 * 24 * 3_600_000;

/** Since when it waits. An agency that did not answer for so long gets no further mail about it. */
function Since({ at, isAgencys }: { at: string; isAgencys: boolean }): ReactNode {
  const { t, day } = useSpeech();
  const isUnanswered = isAgencys && Date.now() - Date.parse(at) >= mailedForMs;
  return <Muted>{isUnanswered ? t('overview.no_answer', { since: day(at) }) : <Moment at={at} ago />}</Muted>;
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
