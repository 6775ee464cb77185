import { Badge, Button, Group, Select, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { PlacePick } from '../../parts/form/place-pick.js';
import { Muted } from '../../parts/muted.js';
import { StateMark } from '../../parts/state-mark.js';
import { useSpeech } from '../../words/context.js';
import { isLikely, useSuggestionLabel, useVocabulary } from '../agency/vocabulary.js';

type Word = NonNullable<Schemas['Setup']['questions']['content']>['words'][number];

const samplesShown = 2;
/** Up to this many words of the portal are all shown, each as one tap. Shown alike, none of them is a suggestion. */
const shortMax = 20;

/** The question what a word of the feed means: one of the suggestions, any other word of the portal, or none. */
export function WordQuestion({
  word,
  picked,
  onPick,
  isOneOfFew,
}: {
  word: Word;
  /** The portal's key that is chosen; null: the word has no meaning; undefined: nothing is chosen yet. */
  picked: string | null | undefined;
  onPick: (key: string | null | undefined) => void;
  /** Whether there is room to show a short list of the portal's words whole. */
  isOneOfFew: boolean;
}): ReactNode {
  const { t, told } = useSpeech();
  const { samples, suggestions, blocks, listings, table } = word;
  const { options } = useVocabulary(word.vocabulary);
  const labelOf = useSuggestionLabel(table, options);
  const likely = suggestions.filter(isLikely(table)).map((one) => ({ key: one.key, label: labelOf(one) }));
  const isShort =
    isOneOfFew && word.vocabulary !== 'places' && options.length > 0 && options.length <= shortMax;
  const others = isShort ? options.map(({ value, label }) => ({ key: value, label })) : [];
  const offered = [...likely, ...others.filter(({ key }) => likely.every((one) => one.key !== key))];
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
        <Muted size="xs">
          {t('setup.answer.word.in', { sample: samples.slice(0, samplesShown).join(', ') })}
        </Muted>
      )}
      {table === null ? (
        <Text size="sm">{t('setup.answer.word.partner')}</Text>
      ) : (
        <Group gap="xs" role="group" aria-label={t('setup.answer.word.suggested')}>
          {offered.map(({ key, label }) => (
            <Pick key={key} isPicked={picked === key} onPick={() => onPick(picked === key ? undefined : key)}>
              {label}
            </Pick>
          ))}
          {word.vocabulary === 'places' ? (
            <PlacePick
              label={`${question} ${t('place.pick')}`}
              value={picked ?? null}
              onPick={(key) => onPick(key ?? undefined)}
            />
          ) : (
            !isShort && <AnyWord word={word} picked={picked ?? null} onPick={onPick} label={question} />
          )}
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

/** A select with every word of the portal for the field; nothing until they are read. */
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
  const { options, filter } = useVocabulary(word.vocabulary);
  if (options.length === 0) return null;
  return (
    <Select
      size="xs"
      w={240}
      aria-label={`${label} ${t('setup.answer.word.pick')}`}
      placeholder={t('setup.answer.word.pick')}
      data={options}
      searchable
      filter={filter}
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
