import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { Facts } from '../../parts/facts.js';
import { useFieldName } from '../../parts/field-name.js';
import { Fold } from '../../parts/fold.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { codeOf } from '../../parts/listings/listing-code.js';
import { ProposalLines } from '../../parts/proposal/proposal-lines.js';
import { Stat, Stats } from '../../parts/stat.js';
import { Busy } from '../../parts/states.js';
import { useToasts } from '../../parts/toasts.js';
import { useSpeech } from '../../words/context.js';

/** A change of a feed's mapping: the body of the API's requests that preview and save it. */
export interface MappingChange {
  text?: string;
  answers?: Record<string, unknown>;
  constants?: Record<string, unknown>;
  unmapped?: Record<string, unknown>;
}

/**
 * Buttons that preview a change of the mapping on the feed's last file, and then save the change. A change can be saved only after its
 * preview. `change` is null while nothing has changed.
 */
export function LookThenSave({
  feed,
  change,
  isSound = true,
  onSaved,
  onDiscard,
}: {
  feed: string;
  change: MappingChange | null;
  /** Whether the change is valid, so that a preview can run. */
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
    return trial.data === undefined ? trial : { ...trial, data: { trial: trial.data, of: written } };
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
        {look.isPending && <Busy text={t('mapping.trying')} />}
      </Group>
    </Stack>
  );
}

/** The effect of a change on the listings of the last file. */
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
        {preview.lines.length > 0 && (
          <Fold summary={t('lines.title')}>
            <ProposalLines lines={preview.lines} />
          </Fold>
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
            {title ?? codeOf(id)}
          </Text>
          <Facts
            className=""
            facts={differences.slice(0, 6).map(({ pointer, before, after }) => [
              nameOf(pointer),
              <>
                <del>{before ?? '–'}</del> → <ins>{after ?? '–'}</ins>
              </>,
            ])}
          />
        </div>
      ))}
    </Stack>
  );
}
