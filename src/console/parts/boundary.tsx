import { Alert, Button, Stack } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useSpeech } from '../words/context.js';

/** Shows a message in place of its children if they throw while rendering. The rest of the page stays usable. */
export class Boundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? <Broken /> : this.props.children;
  }
}

function Broken(): ReactNode {
  const { t } = useSpeech();
  return (
    <Alert color="red" variant="outline" title={t('state.failed')} role="alert">
      <Stack align="start" gap="sm">
        {t('state.broken')}
        <Button variant="default" onClick={() => window.location.reload()}>
          {t('state.reload')}
        </Button>
      </Stack>
    </Alert>
  );
}
