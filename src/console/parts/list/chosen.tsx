import { Button, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Refusal } from '../../api/client.js';
import { To } from '../links.js';
import { Muted } from '../muted.js';
import { useReason } from '../refusal.js';
import { useSpeech } from '../../words/context.js';

/** The bar of what can be done with the rows that are chosen in a table, and below it what came of it. */
export function ChosenBar({
  n,
  clear,
  children,
  outcome,
}: {
  n: number;
  clear: () => void;
  children: ReactNode;
  outcome: ReactNode;
}): ReactNode {
  const { t } = useSpeech();
  const chosen = t('listings.chosen', { n });
  return (
    <Paper withBorder p="sm" className="chosen" role="region" aria-label={chosen}>
      <Group gap="sm">
        <Text size="sm" fw={600}>
          {chosen}
        </Text>
        {children}
        <Button size="xs" variant="subtle" onClick={clear}>
          {t('listings.clear')}
        </Button>
      </Group>
      {outcome}
    </Paper>
  );
}

/** What came of an act on several rows. `Why`: why it was not done for one, where that is no refusal. */
export interface Outcome<Row, Why = never> {
  done: number;
  failed: { row: Row; why: Refusal | Why }[];
}

/**
 * One request after the other: each is a decision of its own, and one that is refused stops none of the others.
 * @param act what was not done although it was not refused, or null
 */
export async function actOnEach<Row, Why = never>(
  rows: readonly Row[],
  act: (row: Row) => Promise<{ why: Why } | null>,
): Promise<{ data: Outcome<Row, Why>; response: Response }> {
  const outcome: Outcome<Row, Why> = { done: 0, failed: [] };
  for (const row of rows)
    try {
      const failed = await act(row);
      if (failed === null) outcome.done++;
      else outcome.failed.push({ row, ...failed });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      outcome.failed.push({ row, why: error });
    }
  return { data: outcome, response: new Response() };
}

/** For how many an act was done, and for which it was not. */
export function OutcomeText({
  done,
  notDone = null,
  failed,
}: {
  /** Null: it was done for none. */
  done: string | null;
  /** Stands above those for which it was not done. */
  notDone?: string | null;
  failed: readonly { href: string; name: string; why: ReactNode }[];
}): ReactNode {
  return (
    <div role="status">
      {done !== null && <Text size="sm">{done}</Text>}
      {failed.length > 0 && (
        <>
          {notDone !== null && (
            <Text size="sm" className="mark-bad">
              {notDone}
            </Text>
          )}
          <ul className="plain">
            {failed.map(({ href, name, why }) => (
              <li key={href}>
                <To size="sm" href={href}>
                  {name}
                </To>{' '}
                {why}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** A refusal as a sentence, beside what it refused. */
export function Refused({ error }: { error: Refusal }): ReactNode {
  const { text, details } = useReason()(error);
  return (
    <>
      <Text size="sm" span>
        {text}
      </Text>
      <Muted size="xs">{details.join(' ')}</Muted>
    </>
  );
}
