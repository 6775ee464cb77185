import { useEffect, useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { readStream } from '../../api/stream.js';

type LogLine = Schemas['LogLine'];

/** How many live lines are kept. Older lines are in the list that the page reads. */
const keptMax = 500;
/** How long lines are collected before they are shown, so that a burst renders once. */
const gatherMs = 300;

/**
 * Log lines as they are written, newest first, from the moment the page is opened.
 * @param query the filters; when they change, the lines are dropped
 * @returns `isLost`: the connection to the server is interrupted, and is opened again
 */
export function useLiveLog(
  query: Readonly<Record<string, string | number>>,
  enabled: boolean,
): { lines: readonly LogLine[]; isLost: boolean } {
  const [lines, setLines] = useState<readonly LogLine[]>([]);
  const [isLost, setLost] = useState(false);
  const asked = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
  useEffect(() => {
    setLines([]);
    if (!enabled) return;
    let waiting: LogLine[] = [];
    const timer = window.setInterval(() => {
      if (waiting.length === 0) return;
      const come = waiting.reverse();
      waiting = [];
      setLines((former) => [...come, ...former].slice(0, keptMax));
    }, gatherMs);
    const close = readStream(`/api/v1/logs/live?${asked}`, {
      on: {
        hello: () => setLost(false),
        line: (data) => waiting.push(JSON.parse(data) as LogLine),
      },
      ended: () => undefined,
      lost: () => setLost(true),
    });
    return () => {
      window.clearInterval(timer);
      close();
    };
  }, [asked, enabled]);
  return { lines, isLost };
}
