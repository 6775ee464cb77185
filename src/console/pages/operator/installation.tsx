import { Group, Stack, Text } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { To } from '../../parts/links.js';
import { Muted } from '../../parts/muted.js';
import { Section } from '../../parts/section.js';
import { useSpeech } from '../../words/context.js';

type Step = Schemas['Installation']['steps'][number];

/** The page where a step is done, or that says how it stands. */
const pageOf = {
  portal: '/portal',
  public_url: '/settings',
  mail: '/settings',
  backups: '/settings',
  agency: '/agencies/new',
  live: '/agencies',
  administrator: '/people',
} as const satisfies Record<Step['step'], string>;

/** What a new installation needs, until its first listing is on the portal. */
export function Installation(): ReactNode {
  const { t } = useSpeech();
  const { data } = useAnswer(['overview', 'installation'], (signal) =>
    api.GET('/api/v1/installation', { signal }),
  );
  const isOver = data === undefined || data.steps.some(({ step, done }) => step === 'live' && done);
  if (isOver) return null;
  return (
    <Section title={t('installation.title')} text={t('installation.text')}>
      <Stack component="ol" className="plain" gap="xs">
        {data.steps.map((step) => (
          <StepLine key={step.step} {...step} />
        ))}
      </Stack>
    </Section>
  );
}

function StepLine({ step, done }: Step): ReactNode {
  const { t } = useSpeech();
  const Mark = done ? IconCircleCheck : IconCircle;
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="start">
      <Text flex="none" lh={0} c={done ? 'tide' : 'dimmed'}>
        <Mark size={20} role="img" aria-label={t(done ? 'installation.done' : 'installation.to_do')} />
      </Text>
      <div>
        {done ? (
          <Text size="sm">{t(`installation.${step}`)}</Text>
        ) : (
          <To href={pageOf[step]} size="sm" fw={600}>
            {t(`installation.${step}`)}
          </To>
        )}
        {!done && <Muted>{t(`installation.${step}.how`)}</Muted>}
      </div>
    </Group>
  );
}
