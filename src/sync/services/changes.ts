import { noSignals, type Signals } from '../../platform/process/signals.js';
import type { JobReport } from '../job.js';

/** Notifies clients that data which the console shows has changed. Clients fetch the new state themselves. */
export interface Change {
  what: 'feed' | 'outbox' | 'listings' | 'connection' | 'holds' | 'portal' | 'accounts' | 'agencies';
  /** Null: no single agency. Accounts that see every agency receive the change. */
  connection: string | null;
  feed: string | null;
}

export interface Changes {
  publish(changes: readonly Change[]): void;
  /** @returns a function that ends the subscription */
  subscribe(listener: (change: Change) => void): () => void;
}

/** @param signals carry changes to and from other processes on the same store */
export function createChanges(signals: Pick<Signals, 'send' | 'listen'> = noSignals): Changes {
  const listeners = new Set<(change: Change) => void>();
  const notify = (changes: readonly Change[]): void => {
    for (const change of changes) for (const listener of listeners) listener(change);
  };
  signals.listen((topic, data) => {
    if (topic === 'changes') notify(data as Change[]);
  });
  return {
    publish: (changes) => {
      notify(changes);
      if (changes.length > 0) signals.send('changes', changes);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** @returns what a finished job changed. @param connectionOf maps a feed name to its connection */
export function changesOf(job: JobReport, connectionOf: (feed: string) => string | null): Change[] {
  switch (job.kind) {
    case 'poll':
    case 'remap': {
      const { feed } = job.report;
      return [{ what: 'feed', connection: connectionOf(feed), feed }];
    }
    case 'push':
      return [{ what: 'outbox', connection: job.report.connectionId, feed: null }];
    case 'outcomes':
      return [{ what: 'listings', connection: job.connectionId, feed: null }];
    case 'reconcile':
      return [{ what: 'listings', connection: job.report.connectionId, feed: null }];
    case 'connection':
      return [{ what: 'connection', connection: job.connectionId, feed: null }];
    case 'requested':
      return job.jobs.flatMap((part) => changesOf(part, connectionOf));
    case 'photos':
      return job.reports.map(({ feed }) => ({ what: 'listings', connection: connectionOf(feed), feed }));
    case 'intents':
      return [{ what: 'holds', connection: null, feed: null }];
    case 'reference':
    case 'key':
      return [{ what: 'portal', connection: null, feed: null }];
    default:
      return [];
  }
}
