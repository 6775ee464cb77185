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
import { answerOf, Refusal } from './client.js';
import type { Topic } from './topics.js';

/** What is asked for, then what tells one such question from another. */
export type Key = readonly [Topic, ...unknown[]];

type Asked<Data> = Promise<{ data?: Data; error?: unknown; response: Response }>;

export function createQueries(): QueryClient {
  const queries: QueryClient = new QueryClient({
    // The session ended meanwhile: the page to sign in is shown.
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof Refusal && error.code === 'not_signed_in')
          queries.setQueryData(['session'], null);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // A definite refusal stays one.
        retry: (failures, error) =>
          failures < 2 && error instanceof Refusal && ['unreachable', 'internal'].includes(error.code),
      },
    },
  });
  return queries;
}

/**
 * What the API answers, read again when something of its topic changes.
 * @param options.keeps shows the former answer while another one of this kind is on its way
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

/** A list that is read page by page. */
export function usePages<Page extends { next_cursor: string | null }>(
  key: Key,
  ask: (cursor: string | undefined, signal: AbortSignal) => Asked<Page>,
): UseInfiniteQueryResult<{ pages: Page[] }> {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => answerOf(ask(pageParam, signal)),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** An action of the user. Afterwards everything of `topics` is read again. */
export function useAct<Data, Given = void>(
  act: (given: Given) => Asked<Data>,
  topics: readonly Topic[],
): UseMutationResult<Data, Error, Given> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (given: Given) => answerOf(act(given)),
    // Not waited for: what asked may be gone once they are read, and would never say what came of it.
    onSuccess: () => {
      for (const topic of topics) void queries.invalidateQueries({ queryKey: [topic] });
    },
  });
}
