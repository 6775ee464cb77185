/** Short messages between the processes that share a store. One that comes too late or never costs time, not correctness. */
export interface Signals {
  send(topic: string, data: unknown): void;
  /** What others sent. `null` data with the topic `missed`: some may have been lost. @returns ends it */
  listen(heard: (topic: string, data: unknown) => void): () => void;
  close(): Promise<void>;
}

/** A process by itself. */
export const noSignals: Signals = {
  send: () => undefined,
  listen: () => () => undefined,
  close: async () => undefined,
};
