import { Alert, Button, Stack } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useSpeech } from '../words/context.js';

interface BoundaryProps {
  children: ReactNode;
  /** What stands in place of the children; missing: a message that the page failed, with a button that loads it again. */
  instead?: ReactNode;
}

/** Shows a message in place of its children if they throw while rendering. The rest of the page stays usable. */
export class Boundary extends Component<BoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? (this.props.instead ?? <Broken />) : this.props.children;
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
