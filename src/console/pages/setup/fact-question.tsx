import { Badge, Blockquote, Button, Group, Radio, Stack, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { Form } from '../../parts/form/form.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { useSpeech } from '../../words/context.js';
import { isComplete, type Person } from './person.js';

type Question = NonNullable<Schemas['Questions']['mandate']>;

interface FactProps {
  name: string;
  kind: 'mandate' | 'owner_nearby';
  question: Question;
  person: Person;
}

/**
 * A statement that the agency makes: the user chooses one of two full sentences, which is stored word for word with
 * their name and position.
 */
export function FactQuestion(props: FactProps): ReactNode {
  const { t } = useSpeech();
  const { question, kind } = props;
  const title = t(`setup.answer.${kind}`);
  const { answer, listings } = question;
  const [isAgain, setAgain] = useState(false);
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
      {answer === null || isAgain ? (
        <StateIt {...props} title={title} onDone={() => setAgain(false)} />
      ) : (
        <Stated question={question} answer={answer} onAgain={() => setAgain(true)} />
      )}
    </Stack>
  );
}

/** The statement in force, with a button that makes another one. */
function Stated({
  question,
  answer,
  onAgain,
}: {
  question: Question;
  answer: NonNullable<Question['answer']>;
  onAgain: () => void;
}): ReactNode {
  const { t, told, moment } = useSpeech();
  const { value, name, role, at } = answer;
  return (
    <>
      <Blockquote p="sm">{told(value ? question.statement : question.denial)}</Blockquote>
      <Group gap="sm">
        <Text size="sm">{t('setup.answer.stated', { name, role, at: moment(at) })}</Text>
        <Button variant="subtle" size="compact-sm" onClick={onAgain}>
          {t('setup.answer.again')}
        </Button>
      </Group>
    </>
  );
}

/** The choice between the two sentences. */
function StateIt({
  name,
  kind,
  question,
  person,
  title,
  onDone,
}: FactProps & { title: string; onDone: () => void }): ReactNode {
  const { t, told, language } = useSpeech();
  const [value, setValue] = useState<boolean | null>(null);
  const state = useAct(
    (stated: boolean) => {
      const { version } = question;
      const fact = { value: stated, version, language, name: person.name.trim(), role: person.role.trim() };
      return api.POST('/api/v1/agencies/{name}/setup/answers', {
        params: { path: { name } },
        body: { [kind]: fact },
      });
    },
    ['setup', 'agencies', 'statements'],
  );
  const submit = (): void => {
    if (value !== null) state.mutate(value, { onSuccess: onDone });
  };
  return (
    <Form onSubmit={submit}>
      <Stack gap="sm">
        <Radio.Group
          aria-label={title}
          value={value === null ? null : String(value)}
          onChange={(chosen) => setValue(chosen === 'true')}
        >
          <Stack gap="xs">
            <Radio value="true" label={told(question.statement)} />
            <Radio value="false" label={told(question.denial)} />
          </Stack>
        </Radio.Group>
        <FormFailure error={state.error} />
        <div>
          <Button type="submit" disabled={value === null || !isComplete(person)} loading={state.isPending}>
            {t('setup.answer.state')}
          </Button>
        </div>
      </Stack>
    </Form>
  );
}
