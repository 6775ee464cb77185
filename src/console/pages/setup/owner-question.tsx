import { Box, Button, Checkbox, Group, Radio, Stack } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { useSpeech, type Speech } from '../../words/context.js';
import {
  choiceNow,
  idsOf,
  reading,
  waitingIn,
  type ChoiceOfSome,
  type Fact,
  type OwnerChoice,
  type Said,
} from './draft.js';
import { FactPart } from './fact-question.js';
import { AnswerRules, Waiting } from './answer-rules.js';
import { KeptSentences } from './kept-sentences.js';
import { SaidMark } from './said-mark.js';
import { labelOf, SoughtListings } from './sought-listings.js';

type Listing = NonNullable<Fact['some']>['listings'][number];

/** Up to this many listings are shown before “some” is chosen: a tick on one of them chooses it. */
const shownMax = 8;

/** Whether owners live nearby: of all rentals, of none, or of those that are ticked or that meet a rule. */
export function OwnerQuestion({
  name,
  question,
  value,
  onPick,
}: {
  /** Of the agency. */
  name: string;
  question: Fact;
  value: OwnerChoice | null;
  onPick: (value: OwnerChoice | null) => void;
}): ReactNode {
  const { t, told } = useSpeech();
  const title = t('setup.answer.owner_nearby');
  const { some } = question;
  const isSome = value !== null && typeof value === 'object';
  const chosen = value === null ? null : isSome ? 'some' : String(value);
  const isOpen = question.answer?.value === null && some?.listings.some(({ answer }) => answer === null);
  return (
    <FactPart title={title} question={question} isOpen={isOpen === true} onAgain={() => onPick(null)}>
      <Radio.Group
        aria-label={title}
        value={chosen}
        onChange={(picked) =>
          onPick(
            picked === 'some' && some !== null
              ? choiceNow(some, question.answer !== null)
              : picked === 'true',
          )
        }
      >
        <Stack gap="xs">
          <Radio value="true" label={told(question.statement)} />
          <Radio value="false" label={told(question.denial)} />
          {some !== null && <Radio value="some" label={t('setup.answer.some')} />}
        </Stack>
      </Radio.Group>
      {some !== null && (isSome || some.listings.length <= shownMax) && (
        <Listings
          listings={some.listings}
          total={some.total}
          choice={isSome ? value : choiceNow(some, question.answer !== null)}
          isAnswered={question.answer !== null}
          onTick={onPick}
        />
      )}
      {isSome && some !== null && (
        <>
          <AnswerRules
            fact={{
              ...{ name, some, path: 'rent.owner_lives_nearby' },
              answers: [
                { value: true, label: t('setup.answer.rule.yes') },
                { value: false, label: t('setup.answer.rule.no') },
              ],
            }}
            ruled={value.ruled}
            waitingIn={(ruled) => waitingIn({ ...value, ruled })}
            onChange={(ruled) => onPick({ ...value, ruled })}
          />
          <Waiting ids={waitingIn(value)} />
          <KeptSentences named={sentencesOf(value, question, told)} before={some.ruled} now={value.ruled} />
        </>
      )}
    </FactPart>
  );
}

function Listings({
  listings,
  total,
  choice,
  isAnswered,
  onTick,
}: {
  listings: readonly Listing[];
  total: number;
  choice: ChoiceOfSome;
  isAnswered: boolean;
  onTick: (choice: ChoiceOfSome) => void;
}): ReactNode {
  const { t } = useSpeech();
  const said = reading(choice);
  const tick = (id: string, isTicked: boolean): void => {
    const ticked = new Set(choice.ticked);
    if (isTicked) ticked.add(id);
    else ticked.delete(id);
    onTick({ ...choice, ticked, byHand: new Set([...choice.byHand, id]) });
  };
  const notes = [
    total > listings.length ? t('setup.answer.some.many', { n: listings.length, of: total }) : null,
    listings.some(({ id }) => said(id).answer === null) ? t('setup.answer.some.open') : null,
  ];
  const each = ({ answer, ...listing }: Listing): ReactNode => {
    const now = said(listing.id);
    return (
      <OneListing
        key={listing.id}
        listing={listing}
        said={now}
        isNew={now.by === null || (isAnswered && answer === null)}
        onTick={(isTicked) => tick(listing.id, isTicked)}
      />
    );
  };
  return (
    <Box pl="lg">
      <SoughtListings heading={t('setup.answer.some.which')} {...{ listings, notes, each }} />
    </Box>
  );
}

/** One listing: a tick says yes, and a missing tick says nothing while no answer covers it, so a button says no. */
function OneListing({
  listing,
  said: { answer, by },
  isNew,
  onTick,
}: {
  listing: Pick<Listing, 'id' | 'title' | 'place'>;
  said: Said;
  isNew: boolean;
  onTick: (isTicked: boolean) => void;
}): ReactNode {
  const { t } = useSpeech();
  const box = useRef<HTMLInputElement>(null);
  const no = t('setup.answer.rule.no');
  return (
    <Group gap={6}>
      <Checkbox
        ref={box}
        checked={answer ?? false}
        onChange={({ currentTarget }) => onTick(currentTarget.checked)}
        label={
          <Group gap={6}>
            <span>{labelOf(listing)}</span>
            <SaidMark by={by} isNew={isNew} />
          </Group>
        }
      />
      {answer === null && (
        <Button
          variant="default"
          size="compact-xs"
          aria-label={`${no}: ${listing.id}`}
          onClick={() => {
            onTick(false);
            // The button goes with the answer.
            box.current?.focus();
          }}
        >
          {no}
        </Button>
      )}
    </Group>
  );
}

/** The sentences about the listings that are named. */
function sentencesOf(choice: ChoiceOfSome, question: Fact, told: Speech['told']): string[] {
  const { some } = question;
  if (some === null) return [];
  const { yes, no } = idsOf(choice, question);
  return [
    { ids: yes, sentence: some.statement },
    { ids: no, sentence: some.denial },
  ].flatMap(({ ids, sentence }) =>
    ids.length === 0 ? [] : [told(sentence).replace('{listings}', () => ids.join(', '))],
  );
}
