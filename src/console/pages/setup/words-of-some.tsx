import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSpeech, type Speech } from '../../words/context.js';
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
import { KeptSentences } from './kept-sentences.js';
import { SaidMark } from './said-mark.js';
import { labelOf, SoughtListings } from './sought-listings.js';
import { StatedParts } from './stated-parts.js';

type Some = NonNullable<Choice['some']>;
type Listing = Some['listings'][number];

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
          <KeptSentences
            named={sentencesOf({ some, words, value }, told)}
            before={some.ruled}
            now={value.ruled}
          />
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
  const pick = (id: string, word: string): void => {
    const byHand = new Map(value.byHand);
    if (word === '') byHand.delete(id);
    else byHand.set(id, word);
    onPick({ ...value, byHand });
  };
  const notes = [
    total > listings.length ? t('setup.answer.words.many', { n: listings.length, of: total }) : null,
  ];
  return (
    <SoughtListings
      heading={t('setup.answer.words.which')}
      {...{ listings, notes }}
      each={(listing) => <ListingWord key={listing.id} {...{ listing, words, value }} onPick={pick} />}
    />
  );
}

function ListingWord({
  listing,
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
  const { id } = listing;
  const label = labelOf(listing);
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

/** The sentences about the listings that are named. */
function sentencesOf({ some, words, value }: Part, told: Speech['told']): string[] {
  return Object.entries(idsByWord(value)).map(([word, ids]) =>
    told(some.statement)
      .replace('{value}', () => words.find((one) => one.value === word)?.label ?? word)
      .replace('{listings}', () => ids.join(', ')),
  );
}
