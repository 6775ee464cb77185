import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { Form } from '../../parts/form/form.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { Muted } from '../../parts/muted.js';
import { useToasts } from '../../parts/toasts.js';
import { useSpeech } from '../../words/context.js';
import { ContentQuestion } from './content-question.js';
import { isEmpty, nothing, statesFact, type Draft } from './draft.js';
import { FactQuestion } from './fact-question.js';
import { OwnerQuestion } from './owner-question.js';
import { PersonFields, type Person } from './person.js';
import { saveAnswers } from './save-answers.js';
import { WhoseCode } from './whose-code.js';

type Setup = Schemas['Setup'];

/** The button that also sends; the other one saves only. */
const sends = 'send';

/**
 * The step that only the agency can do: it confirms whose code it is, states facts, and answers about words and values. All of it is saved
 * at once, and sent only by the button that says so.
 */
export function AnswerStep({ setup }: { setup: Setup }): ReactNode {
  const { t, told, language } = useSpeech();
  const { done } = useToasts();
  const [draft, setDraft] = useState(nothing);
  const [person, setPerson] = useState<Person>({ name: '', role: '' });
  const [whyNot, setWhyNot] = useState<Setup['why_not']>(null);
  const save = useAct(
    (isToSend: boolean) => saveAnswers(setup, { draft, person, language }, isToSend),
    ['setup', 'agencies', 'statements', 'words', 'home', 'feeds', 'overview', 'session'],
  );
  const submit = (button: string): void => {
    const isToSend = button === sends;
    save.mutate(isToSend, {
      onSuccess: ({ step, why_not: why }) => {
        setDraft(nothing);
        setWhyNot(isToSend && step !== 'sent' ? why : null);
        if (step !== 'sent' || !isToSend) done(t('setup.answer.saved'));
      },
    });
  };
  const { mandate, owner_nearby: owner, content } = setup.questions;
  if (isConfirmed(setup) && mandate === null && owner === null && content === null)
    return <Text>{t('setup.answer.none')}</Text>;
  return (
    <Form onSubmit={submit}>
      <Stack gap="lg">
        <Muted>{t('setup.answer.more')}</Muted>
        <Questions {...{ setup, draft, person }} onDraft={setDraft} onPerson={setPerson} />
        <FormFailure error={save.error} />
        {whyNot !== null && (
          <Alert role="alert" variant="outline" color="yellow">
            {t('setup.answer.not_sent')} {told(whyNot)}
          </Alert>
        )}
        <Buttons
          setup={setup}
          isNothing={isConfirmed(setup) && isEmpty(draft)}
          pending={save.isPending ? save.variables : null}
        />
      </Stack>
    </Form>
  );
}

function isConfirmed({ connection }: Setup): boolean {
  return connection !== null && connection.confirmed_at !== null;
}

function Questions({
  setup,
  draft,
  person,
  onDraft,
  onPerson,
}: {
  setup: Setup;
  draft: Draft;
  person: Person;
  onDraft: (draft: Draft) => void;
  onPerson: (person: Person) => void;
}): ReactNode {
  const { t } = useSpeech();
  const { connection, agency } = setup;
  const { mandate, owner_nearby: owner, content } = setup.questions;
  const change = (part: Partial<Draft>): void => onDraft({ ...draft, ...part });
  return (
    <>
      {connection !== null && !isConfirmed(setup) && <WhoseCode agency={agency} connection={connection} />}
      {(!isConfirmed(setup) || mandate !== null || owner !== null) && (
        <div>
          <PersonFields
            person={person}
            onChange={onPerson}
            isRequired={!isConfirmed(setup) || statesFact(draft)}
          />
          <Muted size="xs" mt={6}>
            {t('setup.answer.kept')}
          </Muted>
        </div>
      )}
      {mandate !== null && (
        <FactQuestion
          question={mandate}
          value={draft.mandate}
          onPick={(value) => change({ mandate: value })}
        />
      )}
      {owner !== null && (
        <OwnerQuestion
          name={agency.name}
          question={owner}
          value={draft.owner}
          onPick={(value) => change({ owner: value })}
        />
      )}
      {content !== null && (
        <ContentQuestion name={agency.name} content={content} draft={draft} onChange={change} />
      )}
    </>
  );
}

/** Enter in a field is the first button, which sends nothing. */
function Buttons({
  setup,
  isNothing,
  pending,
}: {
  setup: Setup;
  isNothing: boolean;
  /** Whether the saving under way also sends; null: nothing is being saved. */
  pending: boolean | null;
}): ReactNode {
  const { t } = useSpeech();
  const isSent = setup.step === 'sent';
  return (
    <Group gap="sm">
      <Button
        type="submit"
        variant={isSent ? 'filled' : 'default'}
        disabled={isNothing || pending === true}
        loading={pending === false}
      >
        {t(isSent ? 'setup.answer.save' : 'setup.answer.save_only')}
      </Button>
      {!isSent && (
        <Button
          type="submit"
          value={sends}
          leftSection={<IconSend size={18} aria-hidden />}
          disabled={pending === false}
          loading={pending === true}
        >
          {t('setup.answer.send')}
        </Button>
      )}
    </Group>
  );
}
