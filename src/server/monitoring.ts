import { isInRanges, readAddress, type AddressRange } from '../core/setup/address-ranges.js';
import type { Log } from '../platform/log/log.js';
import type { FeedRecord } from '../model/feed.js';
import { clientOf, type ClientRules } from './access/client-address.js';

export interface MonitorRules extends ClientRules {
  /** Host names under which browsers may open the pages. */
  hosts: readonly string[];
  /** Machines that may read metrics under any host name, and that see the names of feeds even through a proxy. */
  monitors: readonly AddressRange[];
}

/**
 * Decides what a request for metrics or readiness may see. Against DNS rebinding, where a page of another site lets its own name point
 * here and reads the answer in a visitor's browser, the Host must be one of ours, an IP address, or a name without dots, as scrapers on a
 * local network use. A request through a proxy, or under the public name from another machine, may come from anyone: it sees `numbers` in
 * place of the names of feeds and hosts. Machines listed in `server.monitors` always see names.
 */
export function monitorView(request: Request, rules: MonitorRules): 'names' | 'numbers' | 'unknown_host' {
  const client = clientOf(request, rules);
  if (client.address !== null && isInRanges(client.address, rules.monitors)) return 'names';
  const { hostname } = new URL(request.url);
  const isPlain = readAddress(hostname) !== null || !hostname.includes('.');
  if (!isPlain && !rules.hosts.includes(hostname)) return 'unknown_host';
  const isPublic = rules.publicUrl !== null && new URL(rules.publicUrl).hostname === hostname;
  return client.isForwarded || (isPublic && !client.isOwnMachine) ? 'numbers' : 'names';
}

export const unknownMonitor =
  'This server does not answer under this name. Ask by host:port with its address, or list this machine in server.monitors.';

/** Logs, once for each kind, what a monitor does not get and which configuration key changes that. */
export function createMonitorNotes({ log }: { log: Log }): (view: 'numbers' | 'unknown_host') => void {
  const noted = new Set<string>();
  return (view) => {
    if (noted.has(view)) return;
    noted.add(view);
    log.warn(
      view === 'numbers'
        ? 'metrics asked for through a proxy or under the public name: feeds and hosts are numbers; list the monitor in server.monitors to name them'
        : 'metrics or readiness asked for under a name that is not of this server: refused; list the monitor in server.monitors, or ask by an address',
    );
  };
}

/** Replaces the names of feeds and hosts in metrics by numbers. The number of a feed that the store has never changes. */
export function withoutNames(
  text: string,
  feeds: readonly Pick<FeedRecord, 'id' | 'name' | 'hosts'>[],
): string {
  const numbers = new Map<string, string>();
  for (const { id, name, hosts } of [...feeds].sort((one, other) => one.id - other.id)) {
    const first = (key: string, number: string): void => {
      if (!numbers.has(key)) numbers.set(key, number);
    };
    first(`feed ${name}`, `feed ${id}`);
    for (const host of hosts) first(`host ${host}`, `host of feed ${id}`);
  }
  let former = 0;
  // Each name that the store no longer has gets a number of its own: no two series may have the same labels.
  const numberOf = (key: string): string => {
    const number = numbers.get(key) ?? `former ${++former}`;
    numbers.set(key, number);
    return number;
  };
  return text.replace(
    /([{,])(feed|host)="((?:[^"\\]|\\.)*)"/g,
    (_all, before: string, label: string, value: string) =>
      `${before}${label}="${numberOf(`${label} ${value}`)}"`,
  );
}
