import { Group, SimpleGrid, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { useSpeech } from '../../words/context.js';
import { listingPage, To } from '../links.js';
import { ListingCard } from '../listing-card.js';
import { codeOf } from '../listings/listing-code.js';
import { Muted } from '../muted.js';
import { ConfirmValue, DoubtText } from './confirm-value.js';
import { ConfirmRule } from './decide-doubts.js';

type Doubt = Schemas['DoubtCard'];
type Question = Schemas['Question'];

/** Values in doubt as cards, by rule: each with its listing, why it is in doubt, and a button that confirms it. */
export function DoubtList({
  doubts,
  questions,
  feed,
}: {
  doubts: readonly Doubt[];
  questions: readonly Question[];
  /** Null: the feed is gone, and its rules are not decided. */
  feed: string | null;
}): ReactNode {
  return (
    <Stack gap="lg">
      {rulesOf(questions).map((rule) => (
        <OfRule
          key={rule.rule}
          question={rule}
          doubts={doubts.filter((doubt) => doubt.rule === rule.rule)}
          feed={feed}
        />
      ))}
    </Stack>
  );
}

/** One question for each rule, with the number of all its values. */
function rulesOf(questions: readonly Question[]): Question[] {
  const rules = new Map<string, Question>();
  for (const question of questions) {
    const known = rules.get(question.rule);
    rules.set(question.rule, { ...question, count: question.count + (known?.count ?? 0) });
  }
  return [...rules.values()].sort((a, b) => b.count - a.count);
}

function OfRule({
  question,
  doubts,
  feed,
}: {
  question: Question;
  doubts: readonly Doubt[];
  feed: string | null;
}): ReactNode {
  const { t, told } = useSpeech();
  const { count: n } = question;
  if (doubts.length === 0) return null;
  return (
    <Stack gap="sm" component="section">
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={2} size="h4" className="sentence">
            {told(question.name)}
          </Title>
          <Muted>
            {t('doubts.values', { n })}. {told(question.why)}
          </Muted>
        </div>
        {n > 1 && feed !== null && <ConfirmRule question={question} feed={feed} />}
      </Group>
      <SimpleGrid component="ul" className="plain" cols={{ base: 1, md: 2 }} spacing="sm">
        {doubts.map((doubt) => (
          <li key={`${doubt.external_id} ${doubt.field}`}>
            <DoubtCard doubt={doubt} />
          </li>
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function DoubtCard({ doubt }: { doubt: Doubt }): ReactNode {
  const { t } = useSpeech();
  const { external_id: id, title, card, connection } = doubt;
  return (
    <ListingCard
      card={card}
      id={id}
      title={<To href={listingPage(doubt)}>{title ?? t('listing.untitled', { id: codeOf(id) })}</To>}
    >
      <Stack gap={6} align="flex-start">
        <DoubtText doubt={doubt} />
        <ConfirmValue doubt={doubt} connection={connection} />
      </Stack>
    </ListingCard>
  );
}
