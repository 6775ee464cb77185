/** Which requests a gate or a fault concerns. A request has to match every field that is present. */
export interface RequestMatch {
  /** Name of an operation (`push_batch`, `put_listing`, …), or several names. */
  operation?: string | readonly string[];
  method?: string;
  /** A text that the path contains, such as the id of a connection or a listing. */
  path?: string;
  /** Id of the app whose key the request names. */
  app?: string;
}

export interface GateOptions extends RequestMatch {
  /** `before`: the request is held before the portal reads it. `after`: the request is applied and its reply is held. */
  at: 'before' | 'after';
}

/** A closed gate holds matching requests until `letPass`, `cut` or `open` is called. */
export interface Gate {
  readonly id: string;
  /** Number of requests held now. */
  readonly waiting: number;
  /** Number of requests that arrived since the gate was made, held or not. */
  readonly arrived: number;
  /** Resolves once `count` [1] requests have arrived, counted since the gate was made. */
  someoneArrived(count?: number): Promise<void>;
  /** Lets the first `count` [all] held requests pass. The gate stays closed for later requests. */
  letPass(count?: number): void;
  /** Cuts the connection of every held request. A gate `before` leaves those requests unapplied. The gate stays closed. */
  cut(): void;
  /** Lets every held request pass and removes the gate. */
  open(): void;
}

/** Thrown by `fetch` where a gate or a fault cuts the connection. Over a socket the client sees a connection reset. */
export class ConnectionCut extends Error {
  constructor() {
    super('The sandbox cut the connection.');
    this.name = 'ConnectionCut';
  }
}

export interface Gates {
  add(options: GateOptions): Gate;
  get(id: string): Gate | undefined;
  /** Waits at every gate of this kind that concerns the request. @throws ConnectionCut */
  pass(at: GateOptions['at'], request: MatchedRequest): Promise<void>;
  /** Opens every gate, or those that name this app. */
  openAll(appId?: string): void;
}

/** The properties of a request that gates and faults are matched by. */
export interface MatchedRequest {
  method: string;
  path: string;
  operation: string | null;
  app: string | null;
}

/** Whether the request matches every field of `match` that is present. */
export function concerns(match: RequestMatch, request: MatchedRequest): boolean {
  const names = match.operation === undefined ? null : [match.operation].flat();
  return (
    (names === null || (request.operation !== null && names.includes(request.operation))) &&
    (match.method === undefined || match.method === request.method) &&
    (match.path === undefined || request.path.includes(match.path)) &&
    (match.app === undefined || request.app === match.app)
  );
}

export function createGates(): Gates {
  const gates = new Map<string, ClosedGate>();
  let made = 0;
  return {
    add(options) {
      const id = `gate-${++made}`;
      const gate = new ClosedGate(id, options, () => gates.delete(id));
      gates.set(id, gate);
      return gate;
    },
    get: (id) => gates.get(id),
    async pass(at, request) {
      for (const gate of [...gates.values()]) {
        if (gate.options.at === at && concerns(gate.options, request)) await gate.enter();
      }
    },
    openAll: (appId) =>
      [...gates.values()]
        .filter(({ options }) => appId === undefined || options.app === appId)
        .forEach((gate) => gate.open()),
  };
}

class ClosedGate implements Gate {
  arrived = 0;
  #held: { pass: () => void; cut: () => void }[] = [];
  #watchers: { count: number; resolve: () => void }[] = [];

  constructor(
    readonly id: string,
    readonly options: GateOptions,
    private readonly remove: () => void,
  ) {}

  get waiting(): number {
    return this.#held.length;
  }

  enter(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#held.push({ pass: resolve, cut: () => reject(new ConnectionCut()) });
      this.arrived++;
      const isDue = (watcher: { count: number }): boolean => watcher.count <= this.arrived;
      this.#watchers.filter(isDue).forEach((watcher) => watcher.resolve());
      this.#watchers = this.#watchers.filter((watcher) => !isDue(watcher));
    });
  }

  someoneArrived(count = 1): Promise<void> {
    if (this.arrived >= count) return Promise.resolve();
    return new Promise((resolve) => this.#watchers.push({ count, resolve }));
  }

  letPass(count = Number.POSITIVE_INFINITY): void {
    this.#held.splice(0, count).forEach((request) => request.pass());
  }

  cut(): void {
    this.#held.splice(0).forEach((request) => request.cut());
  }

  open(): void {
    this.remove();
    this.letPass();
  }
}
