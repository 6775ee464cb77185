import { whenReachable } from './link.js';

/**
 * How long a stream may be silent before the server is asked whether it answers. The server writes an event every 15 seconds, so that one
 * of them may come late or be lost. A server that hangs ends no stream: it only falls silent.
 */
const silenceMs = 40_000;

/** How long a stream that ended waits before it is opened again where the server is not away. */
const reopenMs = 5_000;

interface StreamReader {
  /** What is done with each event, by its name. */
  on: Readonly<Record<string, (data: string) => void>>;
  /** The server ended or refused the stream, for example because the session ended. One that was refused is tried again until it is closed. */
  ended: () => void;
  /** The stream was interrupted; it is opened again once the server answers. */
  lost?: () => void;
}

/**
 * Reads a stream of the server's events.
 * @returns a function that closes the stream
 */
export function readStream(url: string, { on, ended, lost }: StreamReader): () => void {
  let isClosed = false;
  let timer: number | undefined;
  let silence: number | undefined;
  let source: EventSource;
  const heard = (): void => {
    window.clearTimeout(silence);
    silence = window.setTimeout(() => void reopen(), silenceMs);
  };
  const open = (): void => {
    if (isClosed) return;
    source = new EventSource(url);
    heard();
    for (const name of ['open', 'hello', 'alive', ...Object.keys(on)]) source.addEventListener(name, heard);
    for (const [name, read] of Object.entries(on))
      source.addEventListener(name, (event: MessageEvent<string>) => read(event.data));
    source.addEventListener('bye', () => {
      source.close();
      window.clearTimeout(silence);
      ended();
    });
    source.addEventListener('error', () => void reopen());
  };
  // A browser itself gives up after an answer that is no stream, such as a proxy's for a server that is down.
  const reopen = async (): Promise<void> => {
    const isRefused = source.readyState === EventSource.CLOSED;
    source.close();
    window.clearTimeout(silence);
    lost?.();
    const wasLost = await whenReachable();
    if (isRefused && !wasLost) ended();
    if (!isClosed) timer = window.setTimeout(open, wasLost ? 0 : reopenMs);
  };
  open();
  return () => {
    isClosed = true;
    window.clearTimeout(timer);
    window.clearTimeout(silence);
    source.close();
  };
}
