import {
  keepPreviousData,
  QueryCache,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, Refusal } from './client.js';
import { whenReachable } from './link.js';
import type { Topic } from './topics.js';

/** A query’s key: its topic, then what distinguishes it from other queries of the topic. */
export type Key = readonly [Topic, ...unknown[]];

/** A request under way, as `api.GET` and its siblings return it. */
type Asked<Data> = Promise<{ data?: Data; error?: unknown; response: Response }>;

/** Codes of refusals after which the same request may succeed. */
const temporary: ReadonlySet<string> = new Set(['unreachable', 'internal', 'too_many']);

/** How long a refused request waits where the server has too much to do: as long as the API asks for. */
const busyMs = 5_000;

/** Creates the client that caches answers for the whole console. */
export function createQueries(): QueryClient {
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        if (!(error instanceof Refusal)) return;
        // When the session has ended, the account is set to null, and the console shows the sign-in page.
        if (error.code === 'not_signed_in') queries.setQueryData(['session'], null);
        if (error.code === 'unreachable') void readWhenReachable(queryKey);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // Only failures that may be temporary are retried, at most twice. The API would answer any other refusal with the same refusal.
        retry: (failures, error) => failures < 2 && error instanceof Refusal && temporary.has(error.code),
        retryDelay: (failures, error) =>
          error instanceof Refusal && error.code === 'too_many' ? busyMs : 1_000 * 2 ** failures,
      },
    },
  });
  async function readWhenReachable(queryKey: readonly unknown[]): Promise<void> {
    // Where the server answers others, this question alone fails, and the page says so.
    if (await whenReachable()) await queries.invalidateQueries({ queryKey, exact: true });
  }
  return queries;
}

/**
 * Reads data from the API, and reads it again when its topic changes.
 * @param key must contain everything that `ask` depends on
 * @param options.enabled false: nothing is read
 * @param options.keeps when the key changes, returns the previous answer until the new one arrives
 * @param options.everyMs also reads again at this interval
 */
export function useAnswer<Data>(
  key: Key,
  ask: (signal: AbortSignal) => Asked<Data>,
  options: { enabled?: boolean; keeps?: boolean; everyMs?: number } = {},
): UseQueryResult<Data> {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => answerOf(ask(signal)),
    enabled: options.enabled ?? true,
    ...(options.keeps === true && { placeholderData: keepPreviousData }),
    ...(options.everyMs !== undefined && { refetchInterval: options.everyMs }),
  });
}

/**
 * Reads a list page by page. After a change of the key, returns the previous list until the new one arrives.
 * @param ask gets `{ cursor }` to spread into the request's query, or `{}` for the first page
 */
export function usePages<Page extends { next_cursor: string | null }>(
  key: Key,
  ask: (next: { cursor?: string }, signal: AbortSignal) => Asked<Page>,
): UseInfiniteQueryResult<{ pages: Page[] }> {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => answerOf(ask(pageParam, signal)),
    initialPageParam: {},
    getNextPageParam: ({ next_cursor: cursor }) => (cursor === null ? undefined : { cursor }),
    placeholderData: keepPreviousData,
  });
}

/** An action of the user. After success, the queries of `topics` are read again. */
export function useAct<Data, Given = void>(
  act: (given: Given) => Asked<Data>,
  topics: readonly Topic[],
): UseMutationResult<Data, Error, Given> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (given: Given) => answerOf(act(given)),
    // Not awaited: the queries may remove the component that started the action, and React then skips its own
    // `onSuccess`, which reports the result.
    onSuccess: () => {
      for (const topic of topics) void queries.invalidateQueries({ queryKey: [topic] });
    },
  });
}

const outcomeEveryMs = 1_500;

/**
 * Asks every 1.5 seconds for the outcome of work that the server does, until its state is no longer `waiting`. Null
 * until then.
 */
export function useOutcome<Data extends { state: string }>(
  key: Key,
  ask: (signal: AbortSignal) => Asked<Data>,
): Data | null {
  const [isDone, setDone] = useState(false);
  const { data } = useAnswer(key, ask, isDone ? {} : { everyMs: outcomeEveryMs });
  if (data === undefined || data.state === 'waiting') return null;
  if (!isDone) setDone(true);
  return data;
}
