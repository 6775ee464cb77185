import ipaddr from 'ipaddr.js';

/** All addresses that share the first `bits` bits of `address`. IPv4-mapped IPv6 (::ffff:0:0/96) counts as IPv4. */
export interface AddressRange {
  address: ipaddr.IPv4 | ipaddr.IPv6;
  bits: number;
}

const mappedBits = 96;

/** Parses an address or a CIDR block; null if the entry is neither. */
export function readRange(entry: string): AddressRange | null {
  const [text = '', prefix, ...rest] = entry.trim().split('/');
  const address = readAddress(text);
  if (address === null || rest.length > 0) return null;
  const isMapped = address.kind() === 'ipv4' && text.includes(':');
  const most = address.kind() === 'ipv4' && !isMapped ? 32 : 128;
  if (prefix === undefined) return { address, bits: address.kind() === 'ipv4' ? 32 : 128 };
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > most) return null;
  if (!isMapped) return { address, bits: Number(prefix) };
  // A shorter prefix covers more than the IPv4-mapped block, so the entry is refused.
  return Number(prefix) < mappedBits ? null : { address, bits: Number(prefix) - mappedBits };
}

/** Parses an address as a socket or a proxy writes it, with optional brackets and port; null if it is not an address. */
export function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = withoutPort(text.trim());
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare);
  if (!bare.includes(':') || bare.includes('%') || !ipaddr.IPv6.isValid(bare)) return null;
  const address = ipaddr.IPv6.parse(bare);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1];
  return bracketed ?? /^(\d+(?:\.\d+){3}):\d{1,5}$/.exec(text)?.[1] ?? text;
}

export function isInRanges(address: ipaddr.IPv4 | ipaddr.IPv6, ranges: readonly AddressRange[]): boolean {
  return ranges.some(
    (range) => range.address.kind() === address.kind() && address.match(range.address, range.bits),
  );
}

/**
 * Whether the ranges together cover at least half of IPv4, or half of the allocated part of IPv6 (2000::/3), so that they admit
 * strangers.
 */
export function coversStrangers(ranges: readonly AddressRange[]): boolean {
  const whole4 = { first: 0n, last: (1n << 32n) - 1n };
  const global6 = { first: 0x2n << 124n, last: (0x4n << 124n) - 1n };
  return coversHalf(ranges, 'ipv4', whole4) || coversHalf(ranges, 'ipv6', global6);
}

interface Span {
  first: bigint;
  last: bigint;
}

function coversHalf(ranges: readonly AddressRange[], kind: 'ipv4' | 'ipv6', whole: Span): boolean {
  const spans = ranges
    .filter(({ address }) => address.kind() === kind)
    .map((range) => spanOf(range))
    .sort((one, other) => (one.first < other.first ? -1 : one.first > other.first ? 1 : 0));
  let covered = 0n;
  let next = whole.first;
  for (const { first, last } of spans) {
    const from = first > next ? first : next;
    const to = last < whole.last ? last : whole.last;
    if (to < from) continue;
    covered += to - from + 1n;
    next = to + 1n;
  }
  return covered * 2n >= whole.last - whole.first + 1n;
}

function spanOf({ address, bits }: AddressRange): Span {
  const bytes = address.toByteArray();
  const number = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const free = BigInt(bytes.length * 8 - bits);
  const first = (number >> free) << free;
  return { first, last: first + (1n << free) - 1n };
}

/** The block that counts as one client: an IPv4 address, or an IPv6 /64, the smallest block that a customer gets. */
export function clientBlock(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (address.kind() === 'ipv4') return address.toString();
  const parts = (address as ipaddr.IPv6).parts.map((part, index) => (index < 4 ? part : 0));
  return `${new ipaddr.IPv6(parts).toString()}/64`;
}

/** A private network address other than loopback, such as that of a proxy or a container bridge. */
export function isPrivateNetwork(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return /^(private|uniqueLocal|linkLocal|carrierGradeNat)$/.test(address.range());
}

export function isOwnMachine(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.range() === 'loopback';
}
