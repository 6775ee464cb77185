/** Short messages between processes that share a store. A late or lost message costs time, never correctness. */
export interface Signals {
  send(topic: string, data: unknown): void;
  /** Receives messages of other processes. The topic `missed` with `null` data: messages may have been lost. @returns stops listening */
  listen(heard: (topic: string, data: unknown) => void): () => void;
  close(): Promise<void>;
}

/** The signals of a process that does not share its store. */
export const noSignals: Signals = {
  send: () => undefined,
  listen: () => () => undefined,
  close: async () => undefined,
};
