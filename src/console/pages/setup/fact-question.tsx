import { Badge, Button, Group, Radio, Stack, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSpeech } from '../../words/context.js';
import type { Fact } from './draft.js';
import { StatedParts } from './stated-parts.js';

/**
 * A statement that the agency makes: the user chooses one of two full sentences, which is stored word for word with
 * their name and position.
 */
export function FactQuestion({
  question,
  value,
  onPick,
}: {
  question: Fact;
  value: boolean | null;
  onPick: (value: boolean | null) => void;
}): ReactNode {
  const { t, told } = useSpeech();
  const title = t('setup.answer.mandate');
  return (
    <FactPart title={title} question={question} onAgain={() => onPick(null)}>
      <Radio.Group
        aria-label={title}
        value={value === null ? null : String(value)}
        onChange={(chosen) => onPick(chosen === 'true')}
      >
        <Stack gap="xs">
          <Radio value="true" label={told(question.statement)} />
          <Radio value="false" label={told(question.denial)} />
        </Stack>
      </Radio.Group>
    </FactPart>
  );
}

/** A fact with the number of its listings. What is stated already is shown word for word, and asked again only on request. */
export function FactPart({
  title,
  question: { answer, listings },
  isOpen = false,
  onAgain,
  children,
}: {
  title: string;
  question: Fact;
  /** Whether something of it is open although it is stated. */
  isOpen?: boolean;
  onAgain: () => void;
  children: ReactNode;
}): ReactNode {
  const { t } = useSpeech();
  // The statement that is to be replaced. A newer one is shown again.
  const [replaced, setReplaced] = useState<string | null>(null);
  const isAsked = answer === null || isOpen || answer.at === replaced;
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Group gap="sm">
        <Title order={3} size="h5">
          {title}
        </Title>
        <Badge variant="default" tt="none">
          {t('setup.answer.decides', { n: listings })}
        </Badge>
      </Group>
      {answer !== null && (
        <>
          <StatedParts stated={answer} />
          <Group gap="sm">
            {!isAsked && (
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => {
                  setReplaced(answer.at);
                  onAgain();
                }}
              >
                {t('setup.answer.again')}
              </Button>
            )}
          </Group>
        </>
      )}
      {isAsked && children}
    </Stack>
  );
}
