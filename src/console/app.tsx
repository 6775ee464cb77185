import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { Route, Router, Switch } from 'wouter';
import { useLiveUpdates } from './api/live.js';
import { createQueries } from './api/queries.js';
import { AccountContext, useSession } from './api/session.js';
import { lazy } from './lazy.js';
import { nonce } from './nonce.js';
import { InvitationPage } from './pages/invitation.js';
import { SignInPage } from './pages/sign-in.js';
import { Boundary } from './parts/boundary.js';
import { useEncodedLocation } from './path.js';
import { FailurePart, LoadingPart } from './parts/states.js';
import { ToastProvider } from './parts/toasts.js';
import { LostBanner } from './shell/lost-banner.js';
import { Shell } from './shell/shell.js';
import { variables } from './theme-variables.js';
import { theme } from './theme.js';
import { SpeechProvider } from './words/context.js';

/** Staff have texts of their own, which their pages and menu need. */
const StaffShell = lazy(async () => {
  await import('./words/staff.js');
  return { default: Shell };
});

const colours = localStorageColorSchemeManager({ key: 'feedsync.colours' });

export function App(): ReactNode {
  const [queries] = useState(createQueries);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      colorSchemeManager={colours}
      getStyleNonce={() => nonce}
    >
      <SpeechProvider>
        <Boundary>
          <QueryClientProvider client={queries}>
            <ToastProvider>
              <Router base="/console" hook={useEncodedLocation}>
                <Switch>
                  <Route path="/invitation">
                    <InvitationPage />
                  </Route>
                  <Route>
                    <SignedIn />
                  </Route>
                </Switch>
              </Router>
              <LostBanner />
            </ToastProvider>
          </QueryClientProvider>
        </Boundary>
      </SpeechProvider>
    </MantineProvider>
  );
}

function SignedIn(): ReactNode {
  const { account, failure } = useSession();
  useLiveUpdates(account != null);
  if (failure !== null) return <FailurePart error={failure} />;
  if (account === undefined) return <LoadingPart />;
  if (account === null) return <SignInPage />;
  return (
    <AccountContext value={account}>
      <Suspense fallback={<LoadingPart />}>{account.role === 'agency' ? <Shell /> : <StaffShell />}</Suspense>
    </AccountContext>
  );
}
