import { Badge, Button, Group, Select, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct, useAnswer } from '../../api/queries.js';
import { useToasts } from '../../parts/toasts.js';
import { useSpeech } from '../../words/context.js';

type Word = Schemas['FeedWord'];

/** What a person says that a word means. */
export interface Meaning {
  table: string;
  word: string;
  /** Null: nothing, on purpose. */
  key: string | null;
}

/** The choice "it means nothing" among keys of the portal, which have no such letters. */
const nothing = '\u0000nothing';

/** One word: where it stands, what it means, and what it shall mean. */
export function WordRow({
  feed,
  word,
  table,
  list,
  picked,
  onPick,
}: {
  feed: string;
  word: Word;
  table: string | null;
  list: string | null;
  picked: Meaning | undefined;
  onPick: (key: string | null | undefined) => void;
}): ReactNode {
  const { t } = useSpeech();
  const { count, samples, target, suggestions } = word;
  return (
    <Group component="li" justify="space-between" gap="sm" py={8}>
      <div className="grow">
        <Text fw={600}>{word.word}</Text>
        <Text size="xs" c="dimmed">
          {[t('words.in_listings', { n: count }), ...samples.slice(0, 2)].join(' · ')}
        </Text>
        {target !== null && <Source word={word} feed={feed} />}
      </div>
      {table === null ? (
        <Text size="sm" c="dimmed">
          {target?.label ?? t('words.not_here')}
        </Text>
      ) : (
        <Group gap="xs" className="choices">
          {target === null &&
            suggestions.slice(0, 2).map(({ key, label }) => (
              <Button
                key={key}
                size="xs"
                variant={picked?.key === key ? 'filled' : 'default'}
                aria-pressed={picked?.key === key}
                onClick={() => onPick(picked?.key === key ? undefined : key)}
              >
                {label}
              </Button>
            ))}
          <Choice word={word} list={list} picked={picked} onPick={onPick} />
        </Group>
      )}
    </Group>
  );
}

function Choice({
  word: { word, target, suggestions },
  list,
  picked,
  onPick,
}: {
  word: Word;
  list: string | null;
  picked: Meaning | undefined;
  onPick: (key: string | null | undefined) => void;
}): ReactNode {
  const { t } = useSpeech();
  const { data } = useAnswer(['vocabulary'], (signal) => api.GET('/api/v1/vocabulary', { signal }));
  const entries = data?.fields.find(({ field }) => field === list)?.entries ?? [];
  const suggested = new Set(suggestions.map(({ key }) => key));
  const option = ({ key, labels }: (typeof entries)[number]): { value: string; label: string } => ({
    value: key,
    label: labels.length === 0 ? key : [...new Set(labels)].join(' / '),
  });
  const groups = [
    { group: t('words.suggested'), items: entries.filter(({ key }) => suggested.has(key)).map(option) },
    {
      group: t('words.others'),
      items: [
        ...entries.filter(({ key }) => !suggested.has(key)).map(option),
        { value: nothing, label: t('words.left_out') },
      ],
    },
  ].filter(({ items }) => items.length > 0);
  const now = picked ?? target;
  const value = now === null ? null : (now.key ?? nothing);
  return (
    <Select
      size="xs"
      w={230}
      aria-label={t('words.meaning_of', { word })}
      placeholder={t('words.pick')}
      nothingFoundMessage={t('words.no_match')}
      data={groups}
      searchable
      limit={200}
      value={value}
      onChange={(chosen) => {
        const key = chosen === nothing ? null : chosen;
        const isAsBefore = target !== null && key === target.key;
        onPick(chosen === null || isAsBefore ? undefined : key);
      }}
    />
  );
}

function Source({ word: { source, change }, feed }: { word: Word; feed: string }): ReactNode {
  const { t } = useSpeech();
  const toasts = useToasts();
  const undo = useAct(
    (id: number) =>
      api.POST('/api/v1/feeds/{name}/changes/{id}/undo', { params: { path: { name: feed, id } } }),
    ['words', 'mapping', 'home'],
  );
  if (source === null) return null;
  return (
    <Group gap={6} mt={2}>
      <Badge variant="default" tt="none" fw={500}>
        {t(`words.source.${source}`)}
      </Badge>
      {change !== null && (
        <Button
          size="compact-xs"
          variant="subtle"
          loading={undo.isPending}
          onClick={() =>
            undo.mutate(change, {
              onSuccess: () => toasts.done(t('words.undone')),
              onError: toasts.failed,
            })
          }
        >
          {t('do.undo')}
        </Button>
      )}
    </Group>
  );
}
