import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readStream } from './stream.js';
import { topicsOfChange, type Topic } from './topics.js';

/** How long changes are collected before their queries are read again, so that a burst of events causes one read. */
const gatherMs = 700;

/**
 * While `enabled`, listens to the server’s events and reads the queries of changed topics again.
 * @param enabled whether an account is signed in
 */
export function useLiveUpdates(enabled: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!enabled) return;
    const changed = new Set<Topic>();
    let timer: number | undefined;
    const flush = (): void => {
      timer = undefined;
      for (const topic of changed) void queries.invalidateQueries({ queryKey: [topic] });
      changed.clear();
    };
    let isFirst = true;
    const close = readStream('/api/v1/events', {
      on: {
        hello: () => {
          // Not the first greeting: the stream was interrupted and events may be lost, so everything is read again.
          if (!isFirst) void queries.invalidateQueries();
          isFirst = false;
        },
        changed: (data) => {
          for (const topic of topicsOf(data)) changed.add(topic);
          timer ??= window.setTimeout(flush, gatherMs);
        },
      },
      ended: () => void queries.invalidateQueries({ queryKey: ['session'] }),
    });
    return () => {
      window.clearTimeout(timer);
      close();
    };
  }, [enabled, queries]);
}

function topicsOf(data: string): readonly Topic[] {
  const { what } = JSON.parse(data) as { what: string };
  return topicsOfChange[what] ?? [];
}
