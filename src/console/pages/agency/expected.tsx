import { Button, Group, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { useAct, useAnswer } from '../../api/queries.js';
import { ActButton } from '../../parts/act-button.js';
import { Form } from '../../parts/form/form.js';
import { NumberField } from '../../parts/form/number-field.js';
import { DayField } from '../../parts/form/day-field.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { Section } from '../../parts/section.js';
import { useToasts } from '../../parts/toasts.js';
import { useSpeech } from '../../words/context.js';
import { useFeeds } from './feeds.js';

/** Removals that the agency announces in advance, for each of its feeds. Announced removals need no confirmation. */
export function Expected(): ReactNode {
  const { t } = useSpeech();
  const feeds = useFeeds();
  if (feeds.length === 0) return null;
  return (
    <Section title={t('expected.title')} text={t('expected.text')}>
      <Stack>
        {feeds.map(({ name }) => (
          <OfFeed key={name} feed={name} heading={feeds.length > 1 ? name : null} />
        ))}
      </Stack>
    </Section>
  );
}

function OfFeed({ feed, heading }: { feed: string; heading: string | null }): ReactNode {
  const { t, day } = useSpeech();
  const params = { path: { name: feed } };
  const asked = useAnswer(['holds', 'expected', feed], (signal) =>
    api.GET('/api/v1/feeds/{name}/expected', { params, signal }),
  );
  const withdraw = useAct(() => api.DELETE('/api/v1/feeds/{name}/expected', { params }), ['holds']);
  const announced = asked.data?.expected ?? null;
  return (
    <div>
      {heading !== null && <Text fw={600}>{heading}</Text>}
      {announced === null ? (
        <Announce feed={feed} />
      ) : (
        <Group gap="sm">
          <Text>
            {t('expected.is', {
              n: announced.removals,
              until: day(announced.until),
              author: announced.author,
              used: announced.used,
            })}
          </Text>
          <ActButton act={withdraw} done={t('expected.withdrawn')} variant="default">
            {t('expected.withdraw')}
          </ActButton>
        </Group>
      )}
    </div>
  );
}

function Announce({ feed }: { feed: string }): ReactNode {
  const { t, endOf } = useSpeech();
  const toasts = useToasts();
  const [removals, setRemovals] = useState<number | string>('');
  const [until, setUntil] = useState<string | null>('');
  const announce = useAct(
    () =>
      api.PUT('/api/v1/feeds/{name}/expected', {
        params: { path: { name: feed } },
        body: { removals: Number(removals), until: endOf(until ?? '') },
      }),
    ['holds'],
  );
  const submit = (): void => announce.mutate(undefined, { onSuccess: () => toasts.done(t('expected.done')) });
  return (
    <Form onSubmit={submit}>
      <Group align="start" gap="sm">
        <NumberField
          label={t('expected.count')}
          required
          min={1}
          allowDecimal={false}
          w={150}
          value={removals}
          onChange={setRemovals}
        />
        <DayField label={t('expected.until')} required value={until} onChange={setUntil} />
        <Button type="submit" variant="default" mt={24} loading={announce.isPending}>
          {t('expected.do')}
        </Button>
      </Group>
      <FormFailure error={announce.error} />
    </Form>
  );
}
