import { describe, expect, it } from 'vitest';
import { readAddress, readRange } from '../../src/core/setup/address-ranges.js';
import { clientBehind } from '../../src/server/access/client-address.js';

const publicUrl = 'https://feedsync.example';
const client = (
  socket: string,
  forwarded: string,
  trusted: string[] = [],
  url: string | null = publicUrl,
): string =>
  clientBehind(readAddress(socket), forwarded.split(','), {
    publicUrl: url,
    trustedProxies: trusted.map((entry) => readRange(entry)!),
  }).block;

describe('the client’s address', () => {
  it('is the connection’s own, whatever a stranger writes', () => {
    expect(client('203.0.113.7', '198.51.100.1')).toBe('203.0.113.7');
    expect(client('172.18.0.1', '198.51.100.1')).toBe('172.18.0.1');
    expect(client('127.0.0.1', '198.51.100.1', [], null)).toBe('127.0.0.1');
  });

  it('is what a proxy on this machine names last, as soon as there is a public address', () => {
    expect(client('127.0.0.1', '10.9.9.9, 198.51.100.1')).toBe('198.51.100.1');
    expect(client('::ffff:127.0.0.1', '198.51.100.1')).toBe('198.51.100.1');
    expect(client('::1', '198.51.100.1')).toBe('198.51.100.1');
  });

  it('is the rightmost hop that is no trusted proxy', () => {
    const trusted = ['172.18.0.0/16', '10.0.0.5', 'fd00:1::/64'];
    expect(client('172.18.0.1', '198.51.100.1', trusted)).toBe('198.51.100.1');
    expect(client('172.18.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.5', trusted)).toBe('198.51.100.1');
    expect(client('172.18.0.1', '198.51.100.1, 10.0.0.6', trusted)).toBe('10.0.0.6');
    expect(client('fd00:1::2', '172.18.0.9, 198.51.100.1', trusted)).toBe('198.51.100.1');
    expect(client('172.18.0.1', '198.51.100.1:4711', trusted)).toBe('198.51.100.1');
    expect(client('172.18.0.1', '172.18.0.7, 172.18.0.8', trusted)).toBe('172.18.0.7');
  });

  it('is the proxy’s own where it names none, or none that can be read', () => {
    expect(client('172.18.0.1', '', ['172.18.0.0/16'])).toBe('172.18.0.1');
    expect(client('172.18.0.1', '198.51.100.1, unknown', ['172.18.0.0/16'])).toBe('172.18.0.1');
    expect(client('172.18.0.1', '198.51.100.1, x, 10.0.0.5', ['172.18.0.0/16', '10.0.0.5'])).toBe('10.0.0.5');
  });
});
