import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Suspense, useState, type ReactNode } from 'react';
import { lazy } from '../../lazy.js';
import { api, type Schemas } from '../../api/client.js';
import { useAct, useAnswer } from '../../api/queries.js';
import { AskButton } from '../../parts/ask.js';
import { Fold } from '../../parts/fold.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { Muted } from '../../parts/muted.js';
import { ProposedMapping } from '../../parts/proposal/proposed-mapping.js';
import { LoadingPart } from '../../parts/states.js';
import { useToasts } from '../../parts/toasts.js';
import { useSpeech } from '../../words/context.js';

type Setup = Schemas['Setup'];
type Own = NonNullable<Setup['own_mapping']>;

// Loaded only where a mapping is shown: the editor is large.
const YamlEditor = lazy(async () => ({ default: (await import('../mapping/yaml-editor.js')).YamlEditor }));

/** For staff: the mapping that is proposed for a file whose format is new, or the text that the agency has of its own. */
export function OwnMapping({ name, own }: { name: string; own: Own }): ReactNode {
  const { t } = useSpeech();
  const { text, proposal } = own;
  const title = t(text === null ? 'proposal.title' : 'proposal.own');
  if (text === null && proposal === null) return null;
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="sm">
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          <Muted>{t(text === null ? 'proposal.lead' : 'proposal.in_use')}</Muted>
        </div>
        {proposal !== null && text === null && <ProposedMapping proposal={proposal} />}
        <Fold summary={t('proposal.text')}>
          <Suspense fallback={<LoadingPart />}>
            <Editor key={text} name={name} own={own} />
          </Suspense>
        </Fold>
        {text === null && proposal !== null && <Take name={name} text={proposal.text} />}
      </Stack>
    </Paper>
  );
}

function useTaking(name: string) {
  return useAct(
    (text: string | null) =>
      api.PUT('/api/v1/agencies/{name}/setup/mapping', { params: { path: { name } }, body: { text } }),
    ['setup', 'agencies'],
  );
}

function Take({ name, text }: { name: string; text: string }): ReactNode {
  const { t } = useSpeech();
  const { done } = useToasts();
  const take = useTaking(name);
  return (
    <>
      <FormFailure error={take.error} />
      <Group>
        <Button
          loading={take.isPending}
          onClick={() => take.mutate(text, { onSuccess: () => done(t('proposal.taken')) })}
        >
          {t('proposal.take')}
        </Button>
      </Group>
    </>
  );
}

/** The text, which staff may correct before and after they take it over. */
function Editor({ name, own: { text, proposal } }: { name: string; own: Own }): ReactNode {
  const { t } = useSpeech();
  const { done } = useToasts();
  const former = text ?? proposal?.text ?? '';
  const [written, setWritten] = useState(former);
  const schema = useAnswer(['mapping', 'schema'], (signal) => api.GET('/api/v1/mapping-schema', { signal }));
  const save = useTaking(name);
  const forget = useAct(
    () =>
      api.PUT('/api/v1/agencies/{name}/setup/mapping', { params: { path: { name } }, body: { text: null } }),
    ['setup', 'agencies'],
  );
  return (
    <Stack gap="sm">
      <Paper withBorder className="editor">
        <YamlEditor
          text={written}
          label={t('proposal.text')}
          schema={schema.data ?? null}
          problems={noProblems}
          onChange={setWritten}
        />
      </Paper>
      <FormFailure error={save.error} />
      <Group gap="sm">
        <Button
          variant="default"
          disabled={written === former}
          loading={save.isPending}
          onClick={() => save.mutate(written, { onSuccess: () => done(t('proposal.taken')) })}
        >
          {t('proposal.save')}
        </Button>
        {text !== null && (
          <AskButton
            label={t('proposal.forget')}
            act={forget}
            onDone={(_data, close) => {
              close();
              done(t('proposal.forgotten'));
            }}
            variant="subtle"
          >
            <Text>{t('proposal.forget.text')}</Text>
          </AskButton>
        )}
      </Group>
    </Stack>
  );
}

const noProblems: readonly Schemas['MappingProblem'][] = [];
