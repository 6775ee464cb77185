import { Blockquote, Box, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { bound } from '../../parts/form/form.js';
import { Muted } from '../../parts/muted.js';
import { useSpeech } from '../../words/context.js';
import { AnswerRules, Waiting, type RuledFact } from './answer-rules.js';
import {
  idsByWord,
  waitingAmong,
  wordsNow,
  type Choice,
  type ChosenPath,
  type Rule,
  type WordsOfSome,
} from './draft.js';
import { SaidMark } from './owner-question.js';
import { RuleSentences } from './rule-sentences.js';
import { StatedParts } from './stated-parts.js';

type Some = NonNullable<Choice['some']>;
type Listing = Some['listings'][number];

/** From this many listings they can be searched. */
const searchedFrom = 12;
/** The answer of someone who does not know it is none for a single listing. */
const askPartner = 'ask_partner';

/** A word that is another one for some listings than for all others: by listing, and by rules. */
export function WordsOfSomeQuestion({
  name,
  path,
  choice: { options, stated },
  some,
  value,
  onPick,
}: {
  /** Of the agency. */
  name: string;
  path: ChosenPath;
  choice: Choice;
  some: Some;
  value: WordsOfSome | null;
  onPick: (value: WordsOfSome | null) => void;
}): ReactNode {
  const { t, told } = useSpeech();
  const words = options
    .filter((option) => option.value !== askPartner)
    .map(({ value: word, label }) => ({ value: word, label: told(label) }));
  const fact: RuledFact = { name, path, some, answers: words };
  return (
    <Stack gap="xs" pl="lg">
      {stated !== null && <StatedParts stated={stated} />}
      {value === null ? (
        <Group>
          <Button variant="subtle" size="compact-sm" onClick={() => onPick(wordsNow(some))}>
            {t(stated === null ? 'setup.answer.words.some' : 'setup.answer.again')}
          </Button>
        </Group>
      ) : (
        <>
          <Listings some={some} words={words} value={value} onPick={onPick} />
          <AnswerRules
            fact={fact}
            ruled={value.ruled}
            waitingIn={(ruled) => waitingAmong(value, ruled)}
            onChange={(ruled) => onPick({ ...value, ruled })}
          />
          <Waiting ids={waitingAmong(value, value.ruled)} />
          <Sentences some={some} words={words} value={value} />
          <Group>
            <Button variant="subtle" size="compact-sm" onClick={() => onPick(null)}>
              {t('do.cancel')}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}

interface Part {
  some: Some;
  words: readonly { value: string; label: string }[];
  value: WordsOfSome;
}

function Listings({
  some: { listings, total },
  words,
  value,
  onPick,
}: Part & { onPick: (value: WordsOfSome) => void }): ReactNode {
  const { t } = useSpeech();
  const [sought, setSought] = useState('');
  const text = sought.trim().toLowerCase();
  const found = listings.filter(({ id, title, place }) =>
    [id, title, place].some((part) => part?.toLowerCase().includes(text) === true),
  );
  const pick = (id: string, word: string): void => {
    const byHand = new Map(value.byHand);
    if (word === '') byHand.delete(id);
    else byHand.set(id, word);
    onPick({ ...value, byHand });
  };
  return (
    <Stack gap="xs" role="group" aria-label={t('setup.answer.words.which')}>
      <Muted size="xs">{t('setup.answer.words.which')}</Muted>
      {listings.length >= searchedFrom && (
        <TextInput
          size="xs"
          maw="20rem"
          aria-label={t('setup.answer.some.find')}
          placeholder={t('setup.answer.some.find')}
          {...bound(sought, setSought)}
        />
      )}
      {total > listings.length && (
        <Muted size="xs">{t('setup.answer.words.many', { n: listings.length, of: total })}</Muted>
      )}
      <Box mah={320} style={{ overflowY: 'auto' }}>
        <Stack gap={6}>
          {found.map((listing) => (
            <ListingWord key={listing.id} {...{ listing, words, value }} onPick={pick} />
          ))}
        </Stack>
      </Box>
    </Stack>
  );
}

function ListingWord({
  listing: { id, title, place },
  words,
  value: { byHand, ruled },
  onPick,
}: {
  listing: Listing;
  words: Part['words'];
  value: WordsOfSome;
  onPick: (id: string, word: string) => void;
}): ReactNode {
  const { t } = useSpeech();
  const label = [id, title, place].filter((part) => part !== null).join(' · ');
  const named = byHand.get(id);
  const byRule = named === undefined ? valueByRule(ruled.by_value, id) : undefined;
  const isContradicted = named === undefined && ruled.contradicted.includes(id);
  const rest = words.find((word) => word.value === byRule)?.label ?? t('setup.answer.words.rest');
  return (
    <Group gap="xs" wrap="wrap">
      <NativeSelect
        size="xs"
        aria-label={label}
        data={[{ value: '', label: isContradicted ? '—' : rest }, ...words]}
        value={named ?? ''}
        onChange={({ currentTarget }) => onPick(id, currentTarget.value)}
      />
      <Text size="sm">{label}</Text>
      {byRule !== undefined && <SaidMark by="rule" isNew={false} />}
      {isContradicted && <SaidMark by="contradiction" isNew={false} />}
    </Group>
  );
}

function valueByRule(
  byValue: readonly { value: Rule['value']; ids: readonly string[] }[],
  id: string,
): Rule['value'] | undefined {
  return byValue.find(({ ids }) => ids.includes(id))?.value;
}

/** What will be kept, word for word. */
function Sentences({ some, words, value }: Part): ReactNode {
  const { t, told } = useSpeech();
  const parts = Object.entries(idsByWord(value)).map(([word, ids]) => ({
    word: words.find((one) => one.value === word)?.label ?? word,
    ids,
  }));
  return (
    <Stack gap={4} role="status" aria-label={t('setup.answer.some.kept')}>
      <Muted size="xs">{t('setup.answer.some.kept')}</Muted>
      {parts.map(({ word, ids }) => (
        <Blockquote key={word} p="sm">
          <span className="whole">
            {told(some.statement)
              .replace('{value}', () => word)
              .replace('{listings}', () => ids.join(', '))}
          </span>
        </Blockquote>
      ))}
      <RuleSentences before={some.ruled} now={value.ruled} />
    </Stack>
  );
}
