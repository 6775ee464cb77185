import { Counter, Gauge, type Registry } from 'prom-client';

/** Makes the gauges and counters of a registry. All names of metrics begin with `feedsync_`. */
export function createMeters(registry: Registry) {
  return {
    gauge: <Label extends string>(name: string, help: string, labelNames: readonly Label[]): Gauge<Label> =>
      new Gauge({ name: `feedsync_${name}`, help, labelNames, registers: [registry] }),
    counter: <Label extends string>(
      name: string,
      help: string,
      labelNames: readonly Label[],
    ): Counter<Label> =>
      new Counter({ name: `feedsync_${name}_total`, help, labelNames, registers: [registry] }),
  };
}
