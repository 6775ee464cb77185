import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../code-of.js';
import { startWorker, ThreadError, threadsHere } from './threads.js';

/** A dedicated thread that exchanges messages with its starter in both directions. */
export interface Partner {
  send(message: unknown, transfer: readonly ArrayBuffer[]): void;
  /** The next message, in order. @throws ThreadError if the thread fails, or ends before it sends another message */
  received(): Promise<unknown>;
  end(): Promise<void>;
}

let partners = 0;

/** Whether a processor is free for another partner thread. */
export function hasRoomForPartner(): boolean {
  return partners < Math.max(1, threadsHere);
}

/** Starts a partner thread. @param entry a module that calls `servePartner` @param data copied to the thread */
export function startPartner(entry: URL, data: unknown): Partner {
  const worker = startWorker(entry, data);
  partners += 1;
  const mail = new Mail();
  worker.on('message', (message: unknown) => mail.put(message));
  worker.on('error', (error) => mail.stop(messageOf(error)));
  worker.on('exit', () => {
    partners -= 1;
    mail.stop('the thread ended');
  });
  return {
    send: (message, transfer) => worker.postMessage(message, [...transfer]),
    received: () => mail.next(),
    async end() {
      await worker.terminate();
    },
  };
}

/** The connection of a partner thread to the thread that started it. */
export interface Talk {
  send: (message: unknown, transfer: readonly ArrayBuffer[]) => void;
  /** The next message, in order. */
  received: () => Promise<unknown>;
  /** Whether a message is already waiting. */
  hasMail: () => boolean;
}

/** Runs one piece of work in this thread, which then ends. @param work gets the `data` of `startPartner` */
export function servePartner(work: (data: unknown, talk: Talk) => Promise<void>): void {
  const port = parentPort;
  if (port === null) throw new Error('this module is the entry of a thread');
  const mail = new Mail();
  port.on('message', (message: unknown) => mail.put(message));
  const talk: Talk = {
    send: (message, transfer) => port.postMessage(message, [...transfer]),
    received: () => mail.next(),
    hasMail: () => mail.isThere,
  };
  void work(workerData, talk).then(
    () => port.close(),
    (error: unknown) => {
      // Thrown outside of the promise, so that the thread ends with an `error` event for its starter.
      setImmediate(() => {
        throw error;
      });
    },
  );
}

/** A queue of messages with one reader, which may wait for the next message. */
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
