import type ipaddr from 'ipaddr.js';
import {
  clientBlock,
  isInRanges,
  isOwnMachine,
  isPrivateNetwork,
  readAddress,
  type AddressRange,
} from '../../core/setup/address-ranges.js';
import { remoteAddress } from '../../platform/http/http-server.js';

export interface ClientRules {
  publicUrl: string | null;
  /** Proxies beside one on this machine: what they say of their client is believed. */
  trustedProxies: readonly AddressRange[];
}

export interface Client {
  /** One IPv4 address, or an IPv6 /64: what limits count by. */
  block: string;
  /** It is this machine itself, without a proxy in between. */
  isOwnMachine: boolean;
  /** A proxy named a client, trusted or not. */
  isForwarded: boolean;
  /** It names a client of its own, which is not believed: it is a proxy that is not trusted, or pretends to be one. */
  isUnknownProxy: boolean;
  /** The address of a private network that many may share behind a proxy that is not trusted; else null. */
  sharedAddress: string | null;
  /** The address itself; null where the connection has none that can be read. */
  address: ipaddr.IPv4 | ipaddr.IPv6 | null;
}

/**
 * Where a request came from: the rightmost hop that is no trusted proxy. What stands further left the client may have written
 * itself. A hop that is no address ends the search at the proxy that passed it on.
 */
export function clientOf(request: Request, rules: ClientRules): Client {
  const socket = readAddress(remoteAddress(request) ?? '');
  const hops = (request.headers.get('x-forwarded-for') ?? '').slice(-4096).split(',');
  return clientBehind(socket, hops, rules);
}

export function clientBehind(
  socket: Client['address'],
  hops: readonly string[],
  { publicUrl, trustedProxies }: ClientRules,
): Client {
  const isForwarded = hops.some((hop) => hop.trim() !== '');
  if (socket === null)
    return {
      ...{ block: 'unknown', isOwnMachine: false, isForwarded, isUnknownProxy: false },
      ...{ sharedAddress: null, address: null },
    };
  const isTrusted = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
    isInRanges(address, trustedProxies) || (publicUrl !== null && isOwnMachine(address));
  let address = socket;
  let index = hops.length - 1;
  for (; index >= 0 && isTrusted(address); index--) {
    const hop = readAddress(hops[index] ?? '');
    if (hop === null) break;
    address = hop;
  }
  return {
    block: clientBlock(address),
    isOwnMachine: isOwnMachine(address) && !isForwarded,
    isForwarded,
    isUnknownProxy: !isTrusted(address) && hops.slice(0, index + 1).some((hop) => hop.trim() !== ''),
    sharedAddress: isPrivateNetwork(address) ? address.toString() : null,
    address,
  };
}
