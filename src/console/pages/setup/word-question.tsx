import { Badge, Button, Group, Select, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { StateMark } from '../../parts/state-mark.js';
import { useSpeech } from '../../words/context.js';

type Word = NonNullable<Schemas['Setup']['questions']['content']>['words'][number];

const samplesShown = 2;

/** What one word of the feed means: a suggestion, or any word of the portal, or nothing. */
export function WordQuestion({
  word,
  picked,
  onPick,
}: {
  word: Word;
  /** Undefined: nothing yet; null: it means nothing. */
  picked: string | null | undefined;
  onPick: (key: string | null | undefined) => void;
}): ReactNode {
  const { t, told } = useSpeech();
  const { samples, suggestions, blocks, listings, table } = word;
  const question = t('setup.answer.word.means', { word: word.word });
  return (
    <Stack gap={6} component="section" aria-label={question}>
      <Group gap="xs">
        <Text fw={600} component="h4" m={0}>
          {question}
        </Text>
        <Badge variant="default" tt="none">
          {told(word.label)}
        </Badge>
        <Badge variant="default" tt="none">
          {t('setup.listings', { n: listings })}
        </Badge>
        {blocks && <StateMark mood="doubt">{t('setup.answer.word.blocks')}</StateMark>}
      </Group>
      {samples.length > 0 && (
        <Text size="xs" c="dimmed">
          {t('setup.answer.word.in', { sample: samples.slice(0, samplesShown).join(', ') })}
        </Text>
      )}
      {table === null ? (
        <Text size="sm">{t('setup.answer.word.partner')}</Text>
      ) : (
        <Group gap="xs" role="group" aria-label={t('setup.answer.word.suggested')}>
          {suggestions.map(({ key, label }) => (
            <Pick key={key} isPicked={picked === key} onPick={() => onPick(picked === key ? undefined : key)}>
              {label}
            </Pick>
          ))}
          <AnyWord word={word} picked={picked ?? null} onPick={onPick} label={question} />
          <Pick isPicked={picked === null} onPick={() => onPick(picked === null ? undefined : null)}>
            {t('setup.answer.word.nothing')}
          </Pick>
        </Group>
      )}
    </Stack>
  );
}

function Pick({
  isPicked,
  onPick,
  children,
}: {
  isPicked: boolean;
  onPick: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <Button size="xs" variant={isPicked ? 'filled' : 'default'} aria-pressed={isPicked} onClick={onPick}>
      {children}
    </Button>
  );
}

function AnyWord({
  word,
  picked,
  onPick,
  label,
}: {
  word: Word;
  picked: string | null;
  onPick: (key: string | undefined) => void;
  label: string;
}): ReactNode {
  const { t } = useSpeech();
  const { data } = useAnswer(['vocabulary'], (signal) => api.GET('/api/v1/vocabulary', { signal }));
  const entries = data?.fields.find(({ field }) => field === word.vocabulary)?.entries ?? [];
  if (entries.length === 0) return null;
  const options = entries.map(({ key, labels }) => ({
    value: key,
    label: labels.length > 0 ? [...new Set(labels)].join(' / ') : key,
  }));
  return (
    <Select
      size="xs"
      w={240}
      aria-label={`${label} ${t('setup.answer.word.pick')}`}
      placeholder={t('setup.answer.word.pick')}
      data={options}
      searchable
      clearable
      withScrollArea={false}
      classNames={{ options: 'pick-options' }}
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage={t('setup.answer.word.no_match')}
      value={picked}
      onChange={(key) => onPick(key ?? undefined)}
    />
  );
}
