/** Which requests a gate or a fault concerns; all of them where nothing is given. */
export interface RequestMatch {
  /** Name of an operation (`push_batch`, `put_listing`, …), or several. */
  operation?: string | readonly string[];
  method?: string;
  /** A part of the path: a connection's or listing's id. */
  path?: string;
  /** Id of the app whose key the request names. */
  app?: string;
}

export interface GateOptions extends RequestMatch {
  /** `before`: before anything of the request is read; `after`: applied, the reply held back. */
  at: 'before' | 'after';
}

/** Holds requests until one of its methods decides about them. Closed from the start. */
export interface Gate {
  readonly id: string;
  /** Requests that are held now. */
  readonly waiting: number;
  /** Requests that ever arrived. */
  readonly arrived: number;
  /** Resolves once `count` requests have ever arrived [1]. */
  someoneArrived(count?: number): Promise<void>;
  /** Lets the first `count` held requests pass [all]; the gate stays closed for later ones. */
  letPass(count?: number): void;
  /** Cuts the connection of everybody who is held; nothing `before` is applied. The gate stays closed. */
  cut(): void;
  /** Lets everybody pass and takes the gate away. */
  open(): void;
}

/** Thrown out of `fetch` where a connection is cut; over a socket the client sees a reset. */
export class ConnectionCut extends Error {
  constructor() {
    super('The sandbox cut the connection.');
    this.name = 'ConnectionCut';
  }
}

export interface Gates {
  add(options: GateOptions): Gate;
  get(id: string): Gate | undefined;
  /** Waits at every closed gate that concerns the request. @throws ConnectionCut */
  pass(at: GateOptions['at'], request: MatchedRequest): Promise<void>;
  /** All of them, or those that concern one app alone. */
  openAll(appId?: string): void;
}

export interface MatchedRequest {
  method: string;
  path: string;
  operation: string | null;
  app: string | null;
}

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

interface Visitor {
  pass: () => void;
  cut: () => void;
}

class ClosedGate implements Gate {
  arrived = 0;
  #held: Visitor[] = [];
  #watchers: { count: number; tell: () => void }[] = [];

  constructor(
    readonly id: string,
    readonly options: GateOptions,
    private readonly takeAway: () => void,
  ) {}

  get waiting(): number {
    return this.#held.length;
  }

  enter(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#held.push({ pass: resolve, cut: () => reject(new ConnectionCut()) });
      this.arrived++;
      const isDue = (watcher: { count: number }): boolean => watcher.count <= this.arrived;
      this.#watchers.filter(isDue).forEach((watcher) => watcher.tell());
      this.#watchers = this.#watchers.filter((watcher) => !isDue(watcher));
    });
  }

  someoneArrived(count = 1): Promise<void> {
    if (this.arrived >= count) return Promise.resolve();
    return new Promise((tell) => this.#watchers.push({ count, tell }));
  }

  letPass(count = Number.POSITIVE_INFINITY): void {
    this.#held.splice(0, count).forEach((visitor) => visitor.pass());
  }

  cut(): void {
    this.#held.splice(0).forEach((visitor) => visitor.cut());
  }

  open(): void {
    this.takeAway();
    this.letPass();
  }
}
