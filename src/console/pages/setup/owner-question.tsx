import { Badge, Blockquote, Box, Checkbox, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { bound } from '../../parts/form/form.js';
import { Muted } from '../../parts/muted.js';
import { useSpeech } from '../../words/context.js';
import { idsOf, ruledAnswer, type ChoiceOfSome, type Fact, type OwnerChoice } from './draft.js';
import { FactPart } from './fact-question.js';
import { OwnerRules } from './owner-rules.js';

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
  const named = some?.listings.filter(({ is_by_rule }) => !is_by_rule) ?? [];
  const all: ChoiceOfSome = {
    ticked: new Set(named.flatMap(({ id, answer }) => (answer === true ? [id] : []))),
    of: new Set(named.map(({ id }) => id)),
    rules: some?.rules ?? [],
  };
  return (
    <FactPart title={title} question={question} isOpen={isOpen === true} onAgain={() => onPick(null)}>
      <Radio.Group
        aria-label={title}
        value={chosen}
        onChange={(picked) => onPick(picked === 'some' ? all : picked === 'true')}
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
          choice={isSome ? value : all}
          isAnswered={question.answer !== null}
          onTick={onPick}
        />
      )}
      {isSome && <OwnerRules {...{ name, question }} choice={value} onChange={onPick} />}
      {isSome && some !== null && <Sentences question={question} choice={value} />}
    </FactPart>
  );
}

function Listings({
  listings,
  choice,
  isAnswered,
  onTick,
}: {
  listings: readonly Listing[];
  choice: ChoiceOfSome;
  isAnswered: boolean;
  onTick: (choice: ChoiceOfSome) => void;
}): ReactNode {
  const { t } = useSpeech();
  const { ticked, of, rules } = choice;
  const [sought, setSought] = useState('');
  const found = listings
    .filter(({ id, title, place }) =>
      [id, title, place].some((text) => text?.toLowerCase().includes(sought.trim().toLowerCase()) === true),
    )
    .map((listing) => ({
      ...listing,
      ruled: of.has(listing.id) ? null : ruledAnswer(rules, listing.id),
    }));
  const tick = (id: string, isTicked: boolean): void => {
    const next = new Set(ticked);
    if (isTicked) next.add(id);
    else next.delete(id);
    onTick({ ...choice, ticked: next, of: new Set([...of, id]) });
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
      <Box mah={320} style={{ overflowY: 'auto' }}>
        <Stack gap={6}>
          {found.map(({ id, title, place, answer, ruled }) => (
            <Checkbox
              key={id}
              checked={ruled ?? ticked.has(id)}
              onChange={({ currentTarget }) => tick(id, currentTarget.checked)}
              label={
                <Group gap={6}>
                  <span>{[id, title, place].filter((part) => part !== null).join(' · ')}</span>
                  {ruled !== null && (
                    <Badge variant="default" tt="none">
                      {t('setup.answer.rule.covers')}
                    </Badge>
                  )}
                  {ruled === null && ((isAnswered && answer === null) || !of.has(id)) && (
                    <Badge variant="default" tt="none">
                      {t('setup.answer.some.new')}
                    </Badge>
                  )}
                </Group>
              }
            />
          ))}
        </Stack>
      </Box>
    </Stack>
  );
}

/** What will be kept, word for word. */
function Sentences({ question, choice }: { question: Fact; choice: ChoiceOfSome }): ReactNode {
  const { t, told } = useSpeech();
  const { some } = question;
  if (some === null) return null;
  const { yes, no } = idsOf(choice, question);
  const added = choice.rules.filter((rule) => !some.rules.includes(rule));
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
      {added.map(({ value, statement, denial }) => (
        <Blockquote key={`${String(value)} ${statement.sr}`} p="sm">
          <span className="whole">{told(value ? statement : denial)}</span>
        </Blockquote>
      ))}
    </Stack>
  );
}
