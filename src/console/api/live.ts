import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { topicsOfChange, type Topic } from './topics.js';

/** Changes that come together are read together. */
const gatherMs = 700;

/** Reads again what the server reports as changed, while an account is signed in. */
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
      // After an interruption anything may have changed.
      if (!isFirst) void queries.invalidateQueries();
      isFirst = false;
    });
    source.addEventListener('changed', (event: MessageEvent<string>) => {
      for (const topic of topicsOf(event.data)) changed.add(topic);
      timer ??= window.setTimeout(flush, gatherMs);
    });
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
