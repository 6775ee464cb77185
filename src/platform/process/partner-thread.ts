import { parentPort, workerData } from 'node:worker_threads';
import { startWorker, ThreadError, threadsHere } from './threads.js';

/** A thread of its own for work that is no single answer: both sides send what they have. */
export interface Partner {
  send(message: unknown, transfer: readonly ArrayBuffer[]): void;
  /** What it sends next, in its order. @throws ThreadError where it fails, or ends without having sent anything */
  received(): Promise<unknown>;
  end(): Promise<void>;
}

let partners = 0;

/** Whether there is a processor for one more. */
export function hasRoomForPartner(): boolean {
  return partners < Math.max(1, threadsHere);
}

/** @param entry a compiled module that calls `servePartner`, which is given a copy of the data */
export function startPartner(entry: URL, data: unknown): Partner {
  const worker = startWorker(entry, data);
  partners += 1;
  const mail = new Mail();
  worker.on('message', (message: unknown) => {
    mail.put(message);
  });
  worker.on('error', (error) => {
    mail.stop(error instanceof Error ? error.message : String(error));
  });
  worker.on('exit', () => {
    partners -= 1;
    mail.stop('the thread ended');
  });
  return {
    send: (message, transfer) => {
      worker.postMessage(message, [...transfer]);
    },
    received: () => mail.next(),
    async end() {
      await worker.terminate();
    },
  };
}

/** What this thread and the one that started it say to each other. */
export interface Talk {
  say: (message: unknown, transfer: readonly ArrayBuffer[]) => void;
  heard: () => Promise<unknown>;
  /** Whether something is there already. */
  hasMail: () => boolean;
}

/** Makes this thread do one piece of work, and end after it. */
export function servePartner(work: (data: unknown, talk: Talk) => Promise<void>): void {
  const port = parentPort;
  if (port === null) throw new Error('this module is the entry of a thread');
  const mail = new Mail();
  port.on('message', (message: unknown) => {
    mail.put(message);
  });
  const say: Talk['say'] = (message, transfer) => {
    port.postMessage(message, [...transfer]);
  };
  void work(workerData, { say, heard: () => mail.next(), hasMail: () => mail.isThere }).then(
    () => {
      port.close();
    },
    (error: unknown) => {
      // Said by the thread's end: an `error` for whoever started it.
      setImmediate(() => {
        throw error;
      });
    },
  );
}

/** Messages that wait for whoever asks for them, or the other way round. */
class Mail {
  readonly #messages: unknown[] = [];
  #waiting: { resolve: (message: unknown) => void; reject: (error: ThreadError) => void } | null = null;
  #stopped: string | null = null;

  get isThere(): boolean {
    return this.#messages.length > 0;
  }

  put(message: unknown): void {
    if (this.#waiting === null) this.#messages.push(message);
    else this.#waiting.resolve(message);
    this.#waiting = null;
  }

  stop(reason: string): void {
    this.#stopped ??= reason;
    this.#waiting?.reject(new ThreadError(this.#stopped));
    this.#waiting = null;
  }

  next(): Promise<unknown> {
    if (this.#messages.length > 0) return Promise.resolve(this.#messages.shift());
    if (this.#stopped !== null) return Promise.reject(new ThreadError(this.#stopped));
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }
}
