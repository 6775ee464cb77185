import { Alert, Button, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { useFieldName } from '../../parts/field-name.js';
import { Fold } from '../../parts/fold.js';
import { FormFailure } from '../../parts/form-failure.js';
import { Stat, Stats } from '../../parts/stat.js';
import { useToasts } from '../../parts/toasts.js';
import { useSpeech } from '../../words/context.js';

/** What is changed of how a feed is read, as the API takes it. */
export interface MappingChange {
  text?: string;
  answers?: Record<string, unknown>;
  constants?: Record<string, unknown>;
  unmapped?: Record<string, unknown>;
}

/** A change is looked at on the last file before it is saved. `change` is null while there is none. */
export function LookThenSave({
  feed,
  change,
  isSound = true,
  onSaved,
  onDiscard,
}: {
  feed: string;
  change: MappingChange | null;
  /** Whether it can be tried at all. */
  isSound?: boolean;
  onSaved: () => void;
  onDiscard: () => void;
}): ReactNode {
  const { t } = useSpeech();
  const toasts = useToasts();
  const params = { path: { name: feed } };
  const written = JSON.stringify(change);
  const look = useAct(async () => {
    const trial = await api.POST('/api/v1/feeds/{name}/mapping/preview', {
      params,
      body: { ...change, limit: 5 },
    });
    return { ...trial, data: trial.data && { trial: trial.data, of: written } };
  }, []);
  const save = useAct(
    () => api.PUT('/api/v1/feeds/{name}/mapping', { params, body: { ...change } }),
    ['mapping', 'words', 'home'],
  );
  if (change === null) return null;
  const seen = look.data?.of === written ? look.data.trial : null;
  return (
    <Stack aria-live="polite">
      {seen !== null && <Cost trial={seen} />}
      <FormFailure error={look.error ?? save.error} />
      <Group gap="sm">
        {seen === null ? (
          <Button loading={look.isPending} disabled={!isSound} onClick={() => look.mutate()}>
            {t('mapping.try')}
          </Button>
        ) : (
          <Button
            loading={save.isPending}
            onClick={() =>
              save.mutate(undefined, {
                onSuccess: () => {
                  toasts.done(t('mapping.saved'));
                  onSaved();
                },
              })
            }
          >
            {t('mapping.save')}
          </Button>
        )}
        <Button variant="default" onClick={onDiscard}>
          {t('mapping.discard')}
        </Button>
        {look.isPending && (
          <Group gap="xs" role="status">
            <Loader size="xs" aria-hidden />
            <Text size="sm">{t('mapping.trying')}</Text>
          </Group>
        )}
      </Group>
    </Stack>
  );
}

function Cost({ trial: { cost, preview } }: { trial: Schemas['Trial'] }): ReactNode {
  const { t, span } = useSpeech();
  const { altered, added, invalid, taken_off: off, unchanged, samples, budget } = cost;
  const changes = altered.count + added.count + invalid.count + off.count;
  return (
    <Paper withBorder p="md" component="section">
      <Stack gap="sm">
        <Title order={3} size="h5">
          {t('mapping.cost')}
        </Title>
        {changes === 0 ? (
          <Text>{t('mapping.cost.nothing')}</Text>
        ) : (
          <Stats>
            <Stat label={t('mapping.cost.altered')} value={altered.count} />
            <Stat label={t('mapping.cost.added')} value={added.count} />
            <Stat label={t('mapping.cost.invalid')} value={invalid.count} />
            <Stat label={t('mapping.cost.taken_off')} value={off.count} />
            <Stat label={t('mapping.cost.unchanged')} value={unchanged} />
          </Stats>
        )}
        {invalid.count + off.count > 0 && (
          <Alert color="red" variant="outline">
            {t('mapping.cost.loses')}
          </Alert>
        )}
        {changes > 0 && budget.needed_seconds !== null && budget.needed_seconds >= 60 && (
          <Text size="sm">{t('mapping.cost.takes', { span: span(budget.needed_seconds) })}</Text>
        )}
        {samples.length > 0 && (
          <Fold summary={t('mapping.cost.samples')} isOpen>
            <Samples samples={samples} />
          </Fold>
        )}
        {preview.unknown_words.length > 0 && (
          <Text size="sm">
            {t('mapping.cost.unknown_words')}:{' '}
            {preview.unknown_words
              .slice(0, 8)
              .map(({ word }) => word)
              .join(', ')}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

function Samples({ samples }: { samples: Schemas['Trial']['cost']['samples'] }): ReactNode {
  const nameOf = useFieldName();
  return (
    <Stack gap="sm">
      {samples.map(({ external_id: id, title, differences }) => (
        <div key={id}>
          <Text size="sm" fw={600}>
            {title ?? id}
          </Text>
          <dl className="facts">
            {differences.slice(0, 6).map(({ pointer, before, after }) => (
              <div key={pointer}>
                <dt>{nameOf(pointer)}</dt>
                <dd>
                  <del>{before ?? '–'}</del> → <ins>{after ?? '–'}</ins>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </Stack>
  );
}
