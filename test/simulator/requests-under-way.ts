import { currentFence } from '../../src/platform/fence.js';
import type { Life } from './network.js';
import type { Witness } from './witness.js';

interface UnderWay {
  connectionId: string;
  by: Life;
  path: string;
  /** The job that it is of was ended at its deadline: the lane is free, whatever still waits for the reply. */
  isOfEndedJob: () => boolean;
}

/** What the portal sees of the promise that one connection is never served by two workers at once. */
export class RequestsUnderWay {
  readonly #all = new Set<UnderWay>();

  constructor(private readonly witness: Witness) {}

  /** @returns ends it: its sender has taken the reply */
  begin(by: Life, path: string): () => void {
    const connectionId = /\/connections\/([0-9a-f-]{36})/.exec(path)?.[1];
    if (connectionId === undefined) return () => undefined;
    for (const other of this.#all)
      if (
        other.connectionId === connectionId &&
        other.by !== by &&
        !other.by.mayHaveLostLanes &&
        !other.isOfEndedJob()
      )
        this.witness.broken(
          `${by.name} asked for ${path} while ${other.by.name} waited for the reply to ${other.path}`,
        );
    const fence = currentFence();
    const one = { connectionId, by, path, isOfEndedJob: () => fence !== null && fence.ended !== null };
    this.#all.add(one);
    return () => this.#all.delete(one);
  }

  /** What it has asked for by now may meet another's: it died, stood still, or could not say that it lives. */
  excuse(by: Life): void {
    for (const one of this.#all) if (one.by === by) this.#all.delete(one);
  }
}
