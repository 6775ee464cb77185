import { Alert, Button, Group, NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { api, type Schemas } from '../api/client.js';
import { useAct, useAnswer } from '../api/queries.js';
import { useAccount } from '../api/session.js';
import { Ask } from '../parts/ask.js';
import { CardTable, type Column } from '../parts/card-table.js';
import { CopyLine } from '../parts/copy-line.js';
import { FormFailure } from '../parts/form-failure.js';
import { Moment } from '../parts/moment.js';
import { Section } from '../parts/section.js';
import { Answered } from '../parts/states.js';
import { useToasts } from '../parts/toasts.js';
import { useSpeech } from '../words/context.js';

type Token = Schemas['Token'];
const scopes = ['poll', 'read', 'full'] as const;
const usualDays = 365;

/** Tokens with which programs come in: one’s own, or everybody’s. */
export function Tokens({ ofEverybody = false }: { ofEverybody?: boolean }): ReactNode {
  const { t } = useSpeech();
  const { name } = useAccount();
  const [ending, setEnding] = useState<Token | null>(null);
  const tokens = useAnswer(['tokens'], (signal) => api.GET('/api/v1/tokens', { signal }));
  return (
    <Section title={t('account.tokens')} text={t('account.tokens.more')}>
      <Stack>
        <Answered question={tokens}>
          {({ tokens: all }) => {
            const shown = ofEverybody ? all : all.filter(({ account }) => account === name);
            return shown.length === 0 ? (
              <Text size="sm">{t('account.tokens.none')}</Text>
            ) : (
              <List tokens={shown} ofEverybody={ofEverybody} onEnd={setEnding} />
            );
          }}
        </Answered>
        <Add />
      </Stack>
      {ending !== null && <Revoke token={ending} onClose={() => setEnding(null)} />}
    </Section>
  );
}

function List({
  tokens,
  ofEverybody,
  onEnd,
}: {
  tokens: readonly Token[];
  ofEverybody: boolean;
  onEnd: (token: Token) => void;
}): ReactNode {
  const { t } = useSpeech();
  const owner: Column<Token> = { heading: t('account.token.of'), cell: ({ account }) => account };
  return (
    <CardTable
      label={t('account.tokens')}
      rows={tokens}
      keyOf={({ id }) => id}
      columns={[
        { heading: t('account.token.label'), cell: ({ label }) => label, isTitle: true },
        ...(ofEverybody ? [owner] : []),
        { heading: t('account.token.scope'), cell: ({ scope }) => t(`account.token.scope.${scope}`) },
        {
          heading: t('account.token.used'),
          cell: ({ used_at: at }) => (at === null ? t('account.token.never') : <Moment at={at} ago />),
        },
        {
          heading: t('account.token.expires'),
          cell: ({ expires_at: at }) => (at === null ? t('account.token.for_good') : <Moment at={at} />),
        },
        {
          heading: t('account.token.revoke'),
          cell: (token) => (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${t('account.token.revoke')}: ${token.label}`}
              onClick={() => onEnd(token)}
            >
              {t('account.token.revoke')}
            </Button>
          ),
        },
      ]}
    />
  );
}

function Add(): ReactNode {
  const { t } = useSpeech();
  const [label, setLabel] = useState('');
  const [scope, setScope] = useState<(typeof scopes)[number]>('poll');
  const [days, setDays] = useState<number | null>(usualDays);
  const add = useAct(() => api.POST('/api/v1/tokens', { body: { label, scope, days } }), ['tokens']);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    add.mutate(undefined, { onSuccess: () => setLabel('') });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Group align="end" gap="sm">
          <TextInput
            label={t('account.token.label')}
            required
            maxLength={100}
            value={label}
            onChange={({ currentTarget }) => setLabel(currentTarget.value)}
          />
          <NativeSelect
            label={t('account.token.scope')}
            value={scope}
            data={scopes.map((value) => ({ value, label: t(`account.token.scope.${value}`) }))}
            onChange={({ currentTarget }) =>
              setScope(scopes.find((each) => each === currentTarget.value) ?? 'poll')
            }
          />
          <NumberInput
            label={t('account.token.days')}
            min={1}
            max={3650}
            value={days ?? ''}
            onChange={(value) => setDays(value === '' ? null : Number(value))}
          />
          <Button type="submit" variant="default" loading={add.isPending} disabled={label.trim() === ''}>
            {t('account.token.add')}
          </Button>
        </Group>
        {add.data !== undefined && (
          <Alert variant="light" role="status">
            <Stack gap="xs">
              {t('account.token.made')}
              <CopyLine text={add.data.token} label={t('account.token.made')} />
            </Stack>
          </Alert>
        )}
        <FormFailure error={add.error} />
      </Stack>
    </form>
  );
}

function Revoke({ token: { id, label }, onClose }: { token: Token; onClose: () => void }): ReactNode {
  const { t } = useSpeech();
  const toasts = useToasts();
  const revoke = useAct(() => api.DELETE('/api/v1/tokens/{id}', { params: { path: { id } } }), ['tokens']);
  return (
    <Ask
      isOpen
      title={t('account.token.revoke.title')}
      act={t('account.token.revoke')}
      isDangerous
      isBusy={revoke.isPending}
      error={revoke.error}
      onClose={onClose}
      onAct={() =>
        revoke.mutate(undefined, {
          onSuccess: () => {
            toasts.done(t('account.token.revoked'));
            onClose();
          },
        })
      }
    >
      <Text>{t('account.token.revoke.text', { label })}</Text>
    </Ask>
  );
}
