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
  /** Proxies whose `X-Forwarded-For` header is believed. With a `publicUrl`, a proxy on this machine is believed too. */
  trustedProxies: readonly AddressRange[];
}

export interface Client {
  /** The unit by which limits count clients: one IPv4 address, or an IPv6 /64. */
  block: string;
  /** The request comes from this machine itself, without a proxy in between. */
  isOwnMachine: boolean;
  /** The request has an `X-Forwarded-For` header, from a trusted proxy or not. */
  isForwarded: boolean;
  /** The client is no trusted proxy, but names a further client in `X-Forwarded-For`: it is an unlisted proxy or pretends to be one. */
  isUnknownProxy: boolean;
  /** The address if it is one of a private network, where it may be an untrusted proxy that many clients share; otherwise null. */
  sharedAddress: string | null;
  /** Null where the connection has no address that can be read. */
  address: ipaddr.IPv4 | ipaddr.IPv6 | null;
}

/**
 * Returns the client of a request: the rightmost hop in `X-Forwarded-For` that is not a trusted proxy. The client itself may have written
 * any hop further left. A hop that is not an address ends the search: the proxy that added this hop counts as the client.
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
