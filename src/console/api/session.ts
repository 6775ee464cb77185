import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { answerOf, api, Refusal, type Schemas } from './client.js';
import { useAnswer } from './queries.js';

/** A user's account: name, role, connections. */
export type Account = Schemas['Account'];
export type Role = Account['role'];

/** The signed-in account. Undefined: not known yet; null: no account is signed in. */
export function useSession(): { account: Account | null | undefined; failure: Error | null } {
  const { data, error } = useQuery({
    queryKey: ['session'],
    queryFn: async () => {
      try {
        return (await answerOf(api.GET('/api/v1/session'))).account;
      } catch (cause) {
        if (cause instanceof Refusal && cause.code === 'not_signed_in') return null;
        throw cause;
      }
    },
    staleTime: 60_000,
  });
  return { account: data, failure: error };
}

/** A function that sets the signed-in account and drops all data that was read for the previous one. */
export function useSessionChange(): (account: Account | null) => void {
  const queries = useQueryClient();
  return (account) => {
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    queries.setQueryData(['session'], account);
  };
}

/** Holds the signed-in account for the pages. */
export const AccountContext = createContext<Account | null>(null);

/**
 * The signed-in account, for pages that are shown only to signed-in users.
 * @throws Error if no account is signed in
 */
export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (account === null) throw new Error('no account is signed in');
  return account;
}

/** Whether the installation can mail invitations; false until it is known. */
export function useMailsInvitations(): boolean {
  const { data } = useAnswer(['session', 'mail'], (signal) => api.GET('/api/v1/session', { signal }));
  return data?.mails_invitations ?? false;
}

/** Whether the user belongs to the partner’s staff rather than to an agency. */
export function useIsStaff(): boolean {
  return useAccount().role !== 'agency';
}
