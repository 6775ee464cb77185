import { Badge, Blockquote, Box, Button, Checkbox, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { bound } from '../../parts/form/form.js';
import { Muted } from '../../parts/muted.js';
import { useSpeech } from '../../words/context.js';
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
import { RuleSentences } from './rule-sentences.js';

type Listing = NonNullable<Fact['some']>['listings'][number];

/** Up to this many listings are shown before “some” is chosen: a tick on one of them chooses it. */
const shownMax = 8;
/** From this many listings they can be searched. */
const searchedFrom = 12;

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
          <Sentences question={question} choice={value} />
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
  const [sought, setSought] = useState('');
  const found = listings
    .filter(({ id, title, place }) =>
      [id, title, place].some((text) => text?.toLowerCase().includes(sought.trim().toLowerCase()) === true),
    )
    .map((listing) => ({ ...listing, now: said(listing.id) }));
  const isRuled = choice.ruled.rules.length > 0;
  const tick = (id: string, isTicked: boolean): void => {
    const ticked = new Set(choice.ticked);
    if (isTicked) ticked.add(id);
    else ticked.delete(id);
    onTick({ ...choice, ticked, byHand: new Set([...choice.byHand, id]) });
  };
  return (
    <Stack gap="xs" pl="lg" role="group" aria-label={t('setup.answer.some.which')}>
      <Muted size="xs">{t('setup.answer.some.which')}</Muted>
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
        <Muted size="xs">{t('setup.answer.some.many', { n: listings.length, of: total })}</Muted>
      )}
      {found.some(({ now }) => now.answer === null) && <Muted size="xs">{t('setup.answer.some.open')}</Muted>}
      <Box mah={320} style={{ overflowY: 'auto' }}>
        <Stack gap={6}>
          {found.map(({ id, title, place, answer, now }) => (
            <Group key={id} gap={6}>
              <Checkbox
                checked={now.answer ?? false}
                onChange={({ currentTarget }) => tick(id, currentTarget.checked)}
                label={
                  <Group gap={6}>
                    <span>{[id, title, place].filter((part) => part !== null).join(' · ')}</span>
                    <SaidMark by={now.by} isNew={now.by === null || (isAnswered && answer === null)} />
                  </Group>
                }
              />
              {(isRuled || isAnswered) && now.answer === null && (
                <Button variant="default" size="compact-xs" onClick={() => tick(id, false)}>
                  {t('setup.answer.rule.no')}
                </Button>
              )}
            </Group>
          ))}
        </Stack>
      </Box>
    </Stack>
  );
}

/** Why a listing has the answer that is shown, where it was not ticked by hand. */
export function SaidMark({ by, isNew }: { by: Said['by']; isNew: boolean }): ReactNode {
  const { t } = useSpeech();
  if (by === 'all' || (by === 'name' && !isNew)) return null;
  const text =
    by === 'rule'
      ? t('setup.answer.rule.covers')
      : by === 'contradiction'
        ? t('setup.answer.rule.differ')
        : t('setup.answer.some.new');
  return (
    <Badge variant={by === 'contradiction' ? 'outline' : 'default'} tt="none">
      {text}
    </Badge>
  );
}

/** What will be kept, word for word. */
function Sentences({ question, choice }: { question: Fact; choice: ChoiceOfSome }): ReactNode {
  const { t, told } = useSpeech();
  const { some } = question;
  if (some === null) return null;
  const { yes, no } = idsOf(choice, question);
  const parts = [
    { ids: yes, sentence: some.statement },
    { ids: no, sentence: some.denial },
  ].filter(({ ids }) => ids.length > 0);
  return (
    <Stack gap={4} role="status" aria-label={t('setup.answer.some.kept')}>
      <Muted size="xs">{t('setup.answer.some.kept')}</Muted>
      {parts.map(({ ids, sentence }) => (
        <Blockquote key={told(sentence)} p="sm">
          <span className="whole">{told(sentence).replace('{listings}', () => ids.join(', '))}</span>
        </Blockquote>
      ))}
      <RuleSentences before={some.ruled} now={choice.ruled} />
    </Stack>
  );
}
