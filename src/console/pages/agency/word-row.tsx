import { Badge, Button, Group, Select, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { PlaceChoice } from '../../parts/form/place-choice.js';
import { Muted } from '../../parts/muted.js';
import { useSpeech } from '../../words/context.js';
import { UndoChange } from './undo-change.js';
import { isLikely, useSuggestionLabel, useVocabulary } from './vocabulary.js';

type Word = Schemas['FeedWord'];

/** The meaning that the user gave to a word of a table. */
export interface Meaning {
  table: string;
  word: string;
  /** A key of the portal; null: the word is meant to have no meaning. */
  key: string | null;
}

/** The select's value for "the word means nothing". It contains a NUL, so it cannot equal a key of the portal. */
const nothing = '\u0000nothing';

/** A word of the feed: how often it occurs, its meaning, and a choice of another meaning. */
export function WordRow({
  feed,
  word,
  table,
  list,
  isPlace,
  picked,
  onPick,
}: {
  feed: string;
  word: Word;
  /** The table of the mapping that holds the meanings; null: the meanings cannot be changed here. */
  table: string | null;
  /** The portal's vocabulary list of the field. */
  list: string | null;
  /** Whether the word names a place. */
  isPlace: boolean;
  /** The choice that is not saved yet; undefined: none. */
  picked: Meaning | undefined;
  /** Called with the chosen key, null for "the word means nothing", or undefined to withdraw the choice. */
  onPick: (key: string | null | undefined) => void;
}): ReactNode {
  const { t } = useSpeech();
  const { count, samples, target, suggestions } = word;
  const labelOf = useSuggestionLabel(table, useVocabulary(list).options);
  return (
    <Group component="li" justify="space-between" gap="sm" py={8}>
      <div className="grow">
        <Text fw={600}>{word.word}</Text>
        <Muted size="xs">{[t('words.in_listings', { n: count }), ...samples.slice(0, 2)].join(' · ')}</Muted>
        {target !== null && <Source word={word} feed={feed} />}
      </div>
      {table === null ? (
        <Muted>{target === null ? t('words.not_here') : labelOf(target)}</Muted>
      ) : (
        <Group gap="xs" className="choices">
          {target === null &&
            suggestions
              .filter(isLikely(table))
              .slice(0, 2)
              .map((suggestion) => (
                <Button
                  key={suggestion.key}
                  size="xs"
                  variant={picked?.key === suggestion.key ? 'filled' : 'default'}
                  aria-pressed={picked?.key === suggestion.key}
                  onClick={() => onPick(picked?.key === suggestion.key ? undefined : suggestion.key)}
                >
                  {labelOf(suggestion)}
                </Button>
              ))}
          {isPlace ? (
            <PlaceChoice
              label={t('words.meaning_of', { word: word.word })}
              value={(picked ?? target)?.key}
              onPick={(key) => onPick(key === target?.key ? undefined : key)}
            />
          ) : (
            <Choice word={word} list={list} picked={picked} onPick={onPick} />
          )}
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
  const { options, filter } = useVocabulary(list);
  const suggested = new Set(suggestions.map(({ key }) => key));
  const groups = [
    { group: t('words.suggested'), items: options.filter((option) => suggested.has(option.value)) },
    {
      group: t('words.others'),
      items: [
        ...options.filter((option) => !suggested.has(option.value)),
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
      filter={filter}
      value={value}
      onChange={(chosen) => {
        const key = chosen === nothing ? null : chosen;
        const isAsBefore = key === target?.key;
        onPick(chosen === null || isAsBefore ? undefined : key);
      }}
    />
  );
}

/** Where a meaning comes from. A meaning given in the console can be undone. */
function Source({ word: { source, change }, feed }: { word: Word; feed: string }): ReactNode {
  const { t } = useSpeech();
  if (source === null) return null;
  return (
    <Group gap={6} mt={2}>
      <Badge variant="default" tt="none" fw={500}>
        {t(`words.source.${source}`)}
      </Badge>
      {change !== null && (
        <UndoChange feed={feed} id={change} done={t('words.undone')} size="compact-xs" variant="subtle" />
      )}
    </Group>
  );
}
