import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useState, type ClipboardEvent, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { Fold } from '../../parts/fold.js';
import { Form } from '../../parts/form/form.js';
import { TextField } from '../../parts/form/text-field.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { useSpeech } from '../../words/context.js';

/** A code as the portal issues it. */
function isWhole(code: string): boolean {
  return /^[A-Z0-9-]{12,32}$/.test(code);
}

/**
 * The step in which the agency enters the connect code from the portal, with advice for a refused code. `help` says
 * where the portal shows the code.
 */
export function ConnectStep({ name, help }: { name: string; help: { sr: string; en: string } }): ReactNode {
  const { t, told } = useSpeech();
  const [code, setCode] = useState('');
  const connect = useAct(
    (given: string) =>
      api.POST('/api/v1/agencies/{name}/setup/connect', {
        params: { path: { name } },
        body: { code: given.trim() },
      }),
    ['setup', 'agencies'],
  );
  /** A whole code that is pasted is redeemed at once: the next step asks whose it is. */
  const paste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData('text').trim().toUpperCase();
    if (code !== '' || !isWhole(pasted)) return;
    event.preventDefault();
    setCode(pasted);
    connect.mutate(pasted);
  };
  return (
    <Form onSubmit={() => connect.mutate(code)}>
      <Stack gap="sm">
        <Text size="sm">{told(help)}</Text>
        <Group align="end" gap="sm">
          <TextField
            label={t('setup.connect.code')}
            placeholder="PX-XXXX-XXXX-XXXX"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            maxLength={100}
            w={{ base: '100%', xs: 280 }}
            value={code}
            onPaste={paste}
            onChange={({ currentTarget }) => setCode(currentTarget.value.toUpperCase())}
          />
          <Button type="submit" loading={connect.isPending}>
            {t('setup.connect.do')}
          </Button>
        </Group>
        <FormFailure error={connect.error} />
        <Fold summary={t('setup.connect.refused')} isOpen={connect.error !== null}>
          <List size="sm" spacing={4}>
            <List.Item>{t('setup.connect.refused.typed')}</List.Item>
            <List.Item>{t('setup.connect.refused.old')}</List.Item>
            <List.Item>{t('setup.connect.refused.account')}</List.Item>
            <List.Item>{t('setup.connect.refused.ask')}</List.Item>
          </List>
        </Fold>
      </Stack>
    </Form>
  );
}
