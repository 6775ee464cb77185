import { Alert, Button, Group, List, Paper, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct, useAnswer } from '../../api/queries.js';
import { useIsStaff } from '../../api/session.js';
import { AskButton } from '../../parts/ask.js';
import { Details } from '../../parts/details.js';
import { Muted } from '../../parts/muted.js';
import { useToasts } from '../../parts/toasts.js';
import { useSpeech } from '../../words/context.js';
import { LookThenSave } from './cost.js';
import { FromProposal } from './from-proposal.js';
import { YamlEditor } from './yaml-editor.js';

/** How long the user must stop typing before the text is checked. */
const typingMs = 600;

/**
 * The mapping's whole text in an editor that marks mistakes at their lines, with a preview of a change's effect
 * before it is saved.
 */
export default function TextTab({ mapping }: { mapping: Schemas['Mapping'] }): ReactNode {
  const { t } = useSpeech();
  const { feed, own, has_file: hasFile } = mapping;
  const isStaff = useIsStaff();
  const [isAsked, setAsked] = useState(false);
  const [text, setText] = useState(mapping.text);
  const [settled] = useDebouncedValue(text, typingMs);
  const isChanged = text !== mapping.text;
  const schema = useAnswer(['mapping', 'schema'], (signal) => api.GET('/api/v1/mapping-schema', { signal }));
  const check = useAnswer(
    ['mapping', feed, 'check', settled],
    (signal) =>
      api.POST('/api/v1/feeds/{name}/mapping/check', {
        params: { path: { name: feed } },
        body: { text: settled },
        signal,
      }),
    { keeps: true },
  );
  const problems = check.data?.problems ?? [];
  return (
    <Stack>
      <Paper withBorder className="editor">
        <YamlEditor
          text={text}
          label={t('mapping.editor')}
          schema={schema.data ?? null}
          problems={problems}
          onChange={setText}
        />
      </Paper>
      <Group justify="space-between">
        <Muted size="xs">{t('mapping.editor.help')}</Muted>
        <Group gap="xs">
          {isStaff && (
            <Button variant="default" size="xs" disabled={isAsked} onClick={() => setAsked(true)}>
              {t('proposal.start')}
            </Button>
          )}
          {own && hasFile && !isChanged && <BackToFile feed={feed} />}
        </Group>
      </Group>
      {isAsked && <FromProposal feed={feed} onTake={setText} />}
      <Problems problems={problems} isChanged={isChanged} />
      <LookThenSave
        feed={feed}
        change={isChanged ? { text } : null}
        isSound={check.data?.ok === true && settled === text}
        onSaved={() => undefined}
        onDiscard={() => setText(mapping.text)}
      />
    </Stack>
  );
}

/** A button that discards the text written in the console, so that the original text applies again. */
function BackToFile({ feed }: { feed: string }): ReactNode {
  const { t } = useSpeech();
  const toasts = useToasts();
  const back = useAct(
    () => api.PUT('/api/v1/feeds/{name}/mapping', { params: { path: { name: feed } }, body: { text: null } }),
    ['mapping', 'words', 'home'],
  );
  return (
    <AskButton
      label={t('mapping.back_to_file')}
      act={back}
      onDone={() => toasts.done(t('mapping.saved'))}
      variant="default"
      size="xs"
    >
      <Text>{t('mapping.back_to_file.text')}</Text>
    </AskButton>
  );
}

function Problems({
  problems,
  isChanged,
}: {
  problems: readonly Schemas['MappingProblem'][];
  isChanged: boolean;
}): ReactNode {
  const { t, language } = useSpeech();
  const wrong = problems.flatMap(({ severity, ...rest }) =>
    severity === 'hint' ? [] : [{ severity, ...rest }],
  );
  if (wrong.length === 0)
    return isChanged ? (
      <Text size="sm" role="status">
        {t('mapping.no_problems')}
      </Text>
    ) : null;
  return (
    <Alert
      color={wrong.some(({ severity }) => severity === 'error') ? 'red' : 'yellow'}
      variant="outline"
      title={t('mapping.problems', { n: wrong.length })}
      role="status"
    >
      <List size="sm" spacing={2}>
        {wrong.map(({ severity, line, column, message }) => (
          <List.Item key={`${line ?? 0}:${column ?? 0} ${message}`}>
            {line !== null && <strong>{t('mapping.at_line', { line })}: </strong>}
            {language === 'en' ? message : t(`mapping.problem.${severity}`)}
          </List.Item>
        ))}
      </List>
      {language !== 'en' && <Details lines={wrong.map(withLine)} />}
    </Alert>
  );
}

function withLine({ line, message }: Schemas['MappingProblem']): string {
  return line === null ? message : `line ${line}: ${message}`;
}
