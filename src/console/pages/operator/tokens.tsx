import { Button, Group, NativeSelect, NumberInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct, useAnswer } from '../../api/queries.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { CopyLine } from '../../parts/copy-line.js';
import { Fold } from '../../parts/fold.js';
import { FormFailure } from '../../parts/form-failure.js';
import { Moment } from '../../parts/moment.js';
import { Answered } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';

type Token = Schemas['Token'];

const scopes = ['read', 'poll', 'full'] as const;
const usualDays = 365;

/** Tokens for scripts: one's own; an administrator's are everybody's. */
export function Tokens(): ReactNode {
  const { t } = useSpeech();
  const tokens = useAnswer(['tokens'], (signal) => api.GET('/api/v1/tokens', { signal }));
  return (
    <Stack gap="sm" component="section" aria-label={t('people.tokens')}>
      <Title order={2} size="h4">
        {t('people.tokens')}
      </Title>
      <Fold summary={t('people.tokens.add')}>
        <AddToken />
      </Fold>
      <Answered question={tokens}>
        {({ tokens: all }) =>
          all.length === 0 ? <Text c="dimmed">{t('people.tokens.none')}</Text> : <TokenTable tokens={all} />
        }
      </Answered>
    </Stack>
  );
}

function AddToken(): ReactNode {
  const { t } = useSpeech();
  const [label, setLabel] = useState('');
  const [scope, setScope] = useState<(typeof scopes)[number]>('read');
  const [days, setDays] = useState<number | null>(usualDays);
  const add = useAct(() => api.POST('/api/v1/tokens', { body: { label, scope, days } }), ['tokens']);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    add.mutate(undefined, { onSuccess: () => setLabel('') });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Group gap="sm" align="end">
          <TextInput
            label={t('people.tokens.label')}
            required
            maxLength={100}
            value={label}
            onChange={({ currentTarget }) => setLabel(currentTarget.value)}
          />
          <NativeSelect
            label={t('people.tokens.scope')}
            value={scope}
            onChange={({ currentTarget }) =>
              setScope(scopes.find((each) => each === currentTarget.value) ?? 'read')
            }
            data={scopes.map((value) => ({ value, label: t(`token.scope.${value}`) }))}
          />
          <NumberInput
            label={t('people.tokens.days')}
            min={1}
            max={3650}
            value={days ?? ''}
            onChange={(value) => setDays(value === '' ? null : Number(value))}
          />
          <Button type="submit" loading={add.isPending}>
            {t('people.tokens.add')}
          </Button>
        </Group>
        <FormFailure error={add.error} />
        {add.data !== undefined && <CopyLine label={t('people.tokens.shown')} text={add.data.token} />}
      </Stack>
    </form>
  );
}

function TokenTable({ tokens }: { tokens: readonly Token[] }): ReactNode {
  const { t } = useSpeech();
  const columns: Column<Token>[] = [
    { heading: t('people.tokens.label'), isTitle: true, cell: ({ label }) => label },
    { heading: t('people.tokens.of'), cell: ({ account }) => account },
    { heading: t('people.tokens.scope'), cell: ({ scope }) => t(`token.scope.${scope}`) },
    {
      heading: t('people.tokens.used'),
      cell: ({ used_at: at }) => (at === null ? t('people.never') : <Moment at={at} ago />),
    },
    {
      heading: t('people.tokens.until'),
      cell: ({ expires_at: at }) => (at === null ? t('people.tokens.ever') : <Moment at={at} />),
    },
    { heading: t('people.acts'), cell: (token) => <Revoke token={token} /> },
  ];
  return <CardTable rows={tokens} columns={columns} keyOf={({ id }) => id} label={t('people.tokens')} />;
}

function Revoke({ token: { id, label } }: { token: Token }): ReactNode {
  const { t } = useSpeech();
  const revoke = useAct(() => api.DELETE('/api/v1/tokens/{id}', { params: { path: { id } } }), ['tokens']);
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        className="mark-bad"
        aria-label={`${t('people.tokens.revoke')}: ${label}`}
        loading={revoke.isPending}
        onClick={() => revoke.mutate()}
      >
        {t('people.tokens.revoke')}
      </Button>
      <FormFailure error={revoke.error} />
    </>
  );
}
