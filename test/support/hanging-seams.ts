import { AsyncLocalStorage } from 'node:async_hooks';
import { systemClock } from '../../src/platform/clock.js';
import type { Transport } from '../../src/platform/http/transport.js';
import type { Services } from '../../src/sync/services/services.js';
import { altered } from './altered.js';

type Call = (...args: unknown[]) => unknown;

/**
 * Stands at every seam of the daemon through which a job reaches anything outside of memory. Once it is armed, the first call of a job
 * from a place in the source that has not hung yet hangs until it is released, and only then does what it was to do. The first
 * place that calls a seam always hangs; of all further places only every `everyNth` does.
 */
export class HangingSeams {
  readonly #inJob = new AsyncLocalStorage<boolean>();
  readonly #places = new Set<string>();
  readonly #seams = new Set<string>();
  #isArmed = false;
  #release: () => void = () => undefined;
  #onHang: () => void = () => undefined;
  /** Where the call hangs. */
  where: string | null = null;
  /** Calls of jobs so far, the ones of a job that is released included. */
  calls = 0;

  constructor(private readonly everyNth: number) {}

  /** Of calls made within this, one may hang. */
  job<T>(work: () => Promise<T>): Promise<T> {
    return this.#inJob.run(true, work);
  }

  /** @returns resolves when a call hangs */
  arm(): Promise<void> {
    this.#isArmed = true;
    this.where = null;
    return new Promise((hangs) => (this.#onHang = hangs));
  }

  disarm(): void {
    this.#isArmed = false;
  }

  /** Lets it go on, and waits until the job does nothing any more. */
  async release(): Promise<void> {
    this.#release();
    let quiet = 0;
    while (quiet < 3) {
      const before = this.calls;
      await systemClock.sleep(2);
      quiet = this.calls === before ? quiet + 1 : 0;
    }
  }

  wrapServices(services: Services): void {
    const { store } = services;
    for (const [name, part] of Object.entries(store))
      if (typeof part === 'object' && name !== 'leases') this.#wrapAll(name, part as Record<string, unknown>);
    altered(services).spool = this.#wrapped('spool', { ...services.spool });
    altered(services).fetcher = this.#wrapped('fetcher', { ...services.fetcher });
  }

  wrapTransport(transport: Transport): Transport {
    return this.#wrapped('transport', { send: transport.send.bind(transport) });
  }

  #wrapped<T extends object>(name: string, part: T): T {
    this.#wrapAll(name, part as Record<string, unknown>);
    return part;
  }

  #wrapAll(name: string, part: Record<string, unknown>): void {
    for (const [key, value] of Object.entries(part))
      if (typeof value === 'function')
        Object.assign(part, { [key]: this.#wrap(`${name}.${key}`, value as Call, part) });
  }

  /** Of what a call comes to, functions are seams as well: temporary files, and look-ups. */
  #wrap(where: string, call: Call, self: unknown): Call {
    return (...args) => {
      if (this.#inJob.getStore() !== true || answersAtOnce.has(where))
        return this.#result(where, call.apply(self, args));
      this.calls++;
      if (!this.#isArmed || !this.#isNew(where)) return this.#result(where, call.apply(self, args));
      this.#isArmed = false;
      this.where = where;
      const released = new Promise<void>((go) => (this.#release = go));
      this.#onHang();
      return released.then(() => this.#result(where, call.apply(self, args)));
    };
  }

  /** By the lines of the source that led to it. */
  #isNew(where: string): boolean {
    const place = [where, ...(new Error().stack ?? '').split('\n').filter((line) => line.includes('/src/'))];
    const { size } = this.#places;
    if (this.#places.add(place.join('\n')).size === size) return false;
    const isFirst = !this.#seams.has(where);
    this.#seams.add(where);
    return isFirst || size % this.everyNth === 0;
  }

  #result(where: string, result: unknown): unknown {
    if (typeof result === 'function') return this.#wrap(`${where}()`, result as Call, undefined);
    if (!(result instanceof Promise)) return result;
    return result.then((value: unknown) => {
      if (typeof value !== 'object' || value === null || !('keep' in value || 'read' in value)) return value;
      return this.#wrapped(where, { ...value });
    });
  }
}

/** With what is no promise. */
const answersAtOnce = new Set(['spool.locate', 'spool.read', 'records.lookUps']);
