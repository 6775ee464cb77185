import { isInRanges, readAddress, type AddressRange } from '../core/setup/address-ranges.js';
import type { Log } from '../platform/log/log.js';
import type { FeedRecord } from '../model/feed.js';
import { clientOf, type ClientRules } from './access/client-address.js';

export interface MonitorRules extends ClientRules {
  /** Hosts under which people reach the pages. */
  hosts: readonly string[];
  /** Machines that may ask under any name, and see names through a proxy too. */
  monitors: readonly AddressRange[];
}

/**
 * What a request for metrics or readiness gets. A page of another site may have its name point here, so that a browser reads it: a Host is
 * our own, an address, or a name without dots, as scrapers on a local network write it. What comes through a proxy or under the public
 * name may be any stranger: it sees `numbers` for the names of feeds and hosts, unless the configuration lists it.
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

/** Logs once of each kind what a monitor does not get, and the key that changes it. */
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

/** Metrics in which a feed and a host are told apart by numbers alone, which stay the same. */
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
    for (const host of hosts.split('\n')) first(`host ${host}`, `host of feed ${id}`);
  }
  let former = 0;
  // Two that are gone stay two: no two series may have the same labels.
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
