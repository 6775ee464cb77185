import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { useSpeech } from '../../words/context.js';

/** The last step, with the button that sends the listings. Nothing is sent to the portal before. */
export function SendStep({ setup }: { setup: Schemas['Setup'] }): ReactNode {
  const { t, told } = useSpeech();
  const { agency, numbers, may_send: maySend, why_not: whyNot } = setup;
  const { name } = agency;
  const send = useAct(
    () => api.POST('/api/v1/agencies/{name}/setup/send', { params: { path: { name } }, body: {} }),
    ['setup', 'agencies', 'home', 'feeds', 'overview', 'session'],
  );
  return (
    <Stack gap="sm" align="start">
      {numbers !== null && <Text fw={600}>{t('setup.send.count', { n: numbers.ready })}</Text>}
      <Text size="sm">{t('setup.send.more')}</Text>
      {whyNot !== null && (
        <Alert role="note" variant="outline" color="yellow" w="100%">
          {told(whyNot)}
        </Alert>
      )}
      <FormFailure error={send.error} />
      <Button
        leftSection={<IconSend size={18} aria-hidden />}
        disabled={!maySend}
        loading={send.isPending}
        onClick={() => send.mutate()}
      >
        {t('setup.send.do')}
      </Button>
    </Stack>
  );
}
