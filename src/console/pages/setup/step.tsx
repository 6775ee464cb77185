import { Button, Collapse, Group, Paper, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Muted } from '../../parts/muted.js';
import { useSpeech } from '../../words/context.js';

/** A step is finished, the current one, or a future one. */
export type StepState = 'done' | 'now' | 'later';

/**
 * A step of the setup. While it is the current one, it is open. Once it is done, it is a single line, which the user can open to change the
 * answers.
 */
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
  /** The result, shown once the step is done. */
  summary?: string | undefined;
  /** The content; null if the step can no longer be changed. */
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
            {state === 'done' && <Muted>{summary ?? t('setup.step.done')}</Muted>}
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

/**
 * A ref for a step's element. When the step becomes the current one while the page is open, the element gets the
 * focus, so that the keyboard and screen readers continue there.
 */
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
