import { Button, Collapse, Group, Paper, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useSpeech } from '../../words/context.js';

export type StepState = 'done' | 'now' | 'later';

/** One step of setting up: open while it is its turn; one line once it is done, and opened again to change it. */
export function Step({
  number,
  title,
  state,
  summary,
  children,
}: {
  number: number;
  title: string;
  state: StepState;
  /** What came of it, once it is done. */
  summary?: string | undefined;
  /** Null where it cannot be done any more. */
  children: ReactNode;
}): ReactNode {
  const { t } = useSpeech();
  const [isOpened, setOpened] = useState(false);
  const place = useTurn(state);
  const isOpen = state === 'now' || (state === 'done' && isOpened);
  return (
    <Paper
      ref={place}
      tabIndex={-1}
      component="li"
      withBorder
      p="md"
      aria-current={state === 'now' ? 'step' : undefined}
    >
      <Group justify="space-between" wrap="nowrap" align="start">
        <Group gap="sm" wrap="nowrap" align="start">
          <Mark number={number} state={state} />
          <div>
            <Title order={2} size="h4" {...(state === 'later' && { c: 'dimmed' })}>
              {title}
            </Title>
            {state === 'done' && (
              <Text size="sm" c="dimmed">
                {summary ?? t('setup.step.done')}
              </Text>
            )}
          </div>
        </Group>
        {state === 'done' && children !== null && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => setOpened(!isOpened)}
            aria-expanded={isOpened}
          >
            {t(isOpened ? 'setup.step.close' : 'setup.step.change')}
          </Button>
        )}
      </Group>
      <Collapse expanded={isOpen}>{isOpen && <div className="step-body">{children}</div>}</Collapse>
    </Paper>
  );
}

/** Where its turn comes while the page is open, the keyboard and the screen reader go on there. */
function useTurn(state: StepState): RefObject<HTMLLIElement | null> {
  const place = useRef<HTMLLIElement>(null);
  const former = useRef(state);
  useEffect(() => {
    if (former.current !== 'now' && state === 'now') place.current?.focus({ preventScroll: true });
    former.current = state;
  }, [state]);
  return place;
}

function Mark({ number, state }: { number: number; state: StepState }): ReactNode {
  return (
    <ThemeIcon size="md" radius="xl" variant={state === 'now' ? 'filled' : 'default'} aria-hidden>
      {state === 'done' ? <IconCheck size={16} className="mark-good" /> : <Text size="sm">{number}</Text>}
    </ThemeIcon>
  );
}
