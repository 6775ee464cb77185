import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { answerOf, api, Refusal, type Schemas } from './client.js';

export type Account = Schemas['Account'];
export type Role = Account['role'];

/** Undefined: not known yet; null: no account is signed in. */
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

/** Forgets everything that was read for the account that was signed in before. */
export function useSessionChange(): (account: Account | null) => void {
  const queries = useQueryClient();
  return (account) => {
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    queries.setQueryData(['session'], account);
  };
}

export const AccountContext = createContext<Account | null>(null);

/** The signed-in account, for pages that only it sees. */
export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (account === null) throw new Error('no account is signed in');
  return account;
}

export function useIsStaff(): boolean {
  return useAccount().role !== 'agency';
}
