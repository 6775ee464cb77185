import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../api/client.js';
import { useAct, useAnswer } from '../api/queries.js';
import { useAccount } from '../api/session.js';
import { AskButton } from '../parts/ask.js';
import { CardTable, type Column } from '../parts/card-table.js';
import { CopyLine } from '../parts/copy-line.js';
import { bound, Form } from '../parts/form/form.js';
import { NumberField } from '../parts/form/number-field.js';
import { TextField } from '../parts/form/text-field.js';
import { FormFailure } from '../parts/form/form-failure.js';
import { Moment } from '../parts/moment.js';
import { Section } from '../parts/section.js';
import { Answered } from '../parts/states.js';
import { useToasts } from '../parts/toasts.js';
import { useSpeech } from '../words/context.js';

type Token = Schemas['Token'];
const scopes = ['poll', 'read', 'full'] as const;
/** The lifetime that the form proposes for a new token. */
const usualDays = 365;

/**
 * The tokens with which programs use the API. With `ofEverybody`, an administrator sees every account’s tokens;
 * otherwise the user sees their own.
 */
export function Tokens({ ofEverybody = false }: { ofEverybody?: boolean }): ReactNode {
  const { t } = useSpeech();
  const { name } = useAccount();
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
              <List tokens={shown} ofEverybody={ofEverybody} />
            );
          }}
        </Answered>
        <Add />
      </Stack>
    </Section>
  );
}

function List({ tokens, ofEverybody }: { tokens: readonly Token[]; ofEverybody: boolean }): ReactNode {
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
        { heading: t('account.token.revoke'), cell: (token) => <Revoke token={token} /> },
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
  return (
    <Form onSubmit={() => add.mutate(undefined, { onSuccess: () => setLabel('') })}>
      <Stack gap="sm">
        <Group align="end" gap="sm">
          <TextField label={t('account.token.label')} required maxLength={100} {...bound(label, setLabel)} />
          <NativeSelect
            label={t('account.token.scope')}
            value={scope}
            data={scopes.map((value) => ({ value, label: t(`account.token.scope.${value}`) }))}
            onChange={({ currentTarget }) =>
              setScope(scopes.find((each) => each === currentTarget.value) ?? 'poll')
            }
          />
          <NumberField
            label={t('account.token.days')}
            min={1}
            max={3650}
            value={days ?? ''}
            onChange={(value) => setDays(value === '' ? null : Number(value))}
          />
          <Button type="submit" variant="default" loading={add.isPending}>
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
    </Form>
  );
}

function Revoke({ token: { id, label } }: { token: Token }): ReactNode {
  const { t } = useSpeech();
  const toasts = useToasts();
  const revoke = useAct(() => api.DELETE('/api/v1/tokens/{id}', { params: { path: { id } } }), ['tokens']);
  return (
    <AskButton
      label={t('account.token.revoke')}
      aria-label={`${t('account.token.revoke')}: ${label}`}
      title={t('account.token.revoke.title')}
      act={revoke}
      isDangerous
      onDone={(_, close) => {
        toasts.done(t('account.token.revoked'));
        close();
      }}
      size="compact-sm"
      variant="default"
    >
      <Text>{t('account.token.revoke.text', { label })}</Text>
    </AskButton>
  );
}
