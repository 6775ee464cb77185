import { useEffect, useState } from 'react';
import type { Schemas } from '../../api/client.js';

type LogLine = Schemas['LogLine'];

/** So many are kept on the page: what is older is in the list behind. */
const keptMax = 500;
/** Lines that come together are shown together. */
const gatherMs = 300;

/** Lines as they are written, newest first, from the moment that the page is opened. */
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
    const source = new EventSource(`/api/v1/logs/live?${asked}`);
    source.addEventListener('line', (event: MessageEvent<string>) => {
      waiting.push(JSON.parse(event.data) as LogLine);
    });
    source.addEventListener('open', () => setLost(false));
    source.addEventListener('error', () => setLost(true));
    source.addEventListener('bye', () => source.close());
    return () => {
      window.clearInterval(timer);
      source.close();
    };
  }, [asked, enabled]);
  return { lines, isLost };
}
