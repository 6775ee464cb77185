import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
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
    const source = new EventSource('/api/v1/events');
    source.addEventListener('hello', () => {
      // Not the first greeting: the stream was interrupted and events may be lost, so everything is read again.
      if (!isFirst) void queries.invalidateQueries();
      isFirst = false;
    });
    source.addEventListener('changed', (event: MessageEvent<string>) => {
      for (const topic of topicsOf(event.data)) changed.add(topic);
      timer ??= window.setTimeout(flush, gatherMs);
    });
    // The server ends the stream, for example when the session ends. Without `close`, the browser would connect again.
    source.addEventListener('bye', () => {
      source.close();
      void queries.invalidateQueries({ queryKey: ['session'] });
    });
    return () => {
      window.clearTimeout(timer);
      source.close();
    };
  }, [enabled, queries]);
}

function topicsOf(data: string): readonly Topic[] {
  const { what } = JSON.parse(data) as { what: string };
  return topicsOfChange[what] ?? [];
}
