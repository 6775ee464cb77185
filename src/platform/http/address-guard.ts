import ipaddr from 'ipaddr.js';

/** Azure's wire server, which answers on this public-looking address inside every Azure machine. */
const azureWireServer = '168.63.129.16';

/**
 * Whether `address` is on the public internet: global unicast, and in none of the special ranges (private, loopback, link-local, carrier
 * NAT, documentation, multicast, NAT64, 6to4, Teredo…). An IPv4-mapped address is judged by its IPv4 address. A text that is not a
 * canonical address is not public.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address);
  if (parsed === null || address === azureWireServer) return false;
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast';
  if (parsed.isIPv4MappedAddress()) return isPublicAddress(parsed.toIPv4Address().toString());
  return parsed.range() === 'unicast' && isGlobalUnicast(parsed);
}

/** Whether `text` is an IP address in the form of a URL's hostname or a DNS answer; brackets are allowed. */
export function isAddress(text: string): boolean {
  return parseAddress(unbracketed(text)) !== null;
}

/**
 * Whether the allow list contains this host or address. Entries are host names, addresses or CIDR blocks.
 * @param host as in the URL; null: only the address is checked
 */
export function isAllowListed(
  allowList: readonly string[],
  host: string | null,
  address: string | null,
): boolean {
  return allowList.some(
    (entry) =>
      (host !== null && entry.toLowerCase() === host.toLowerCase()) ||
      (address !== null && covers(entry, address)),
  );
}

/** Strips brackets: `[::1]` → `::1`. Other texts are returned unchanged. */
export function unbracketed(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}

function covers(entry: string, address: string): boolean {
  const parsed = parseAddress(address);
  if (parsed === null) return false;
  const plain =
    parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed;
  const range = ipaddr.isValidCIDR(entry) ? ipaddr.parseCIDR(entry) : hostRange(entry);
  return range !== null && range[0].kind() === plain.kind() && plain.match(range);
}

function hostRange(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  const parsed = parseAddress(unbracketed(entry));
  if (parsed === null) return null;
  return [parsed, parsed instanceof ipaddr.IPv4 ? 32 : 128];
}

/**
 * Parses an IP address; null for any other text. Only the forms that WHATWG URL parsers and DNS produce count as addresses: IPv4 in four decimal
 * parts, and IPv6 without a zone.
 */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (text.includes(':') && !text.includes('%') && ipaddr.IPv6.isValid(text)) return ipaddr.IPv6.parse(text);
  return null;
}

/** 2000::/3, the only allocated part of IPv6. */
function isGlobalUnicast(address: ipaddr.IPv6): boolean {
  return ((address.parts[0] ?? 0) & 0xe000) === 0x2000;
}
