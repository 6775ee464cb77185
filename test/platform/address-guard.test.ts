import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAddress, isAllowListed, isPublicAddress } from '../../src/platform/http/address-guard.js';
import { hasShared, sharedDir } from '../shared-dir.js';

describe('isPublicAddress', () => {
  it.each([
    '8.8.8.8',
    '93.184.216.34',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '::ffff:8.8.8.8',
    '::ffff:808:808',
  ])('admits %s', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '127.1.2.3',
    '169.254.169.254',
    '100.100.100.200',
    '168.63.129.16',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::808:808',
    '2002:808:808::1',
    '2001:0:1::1',
    'fc00::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    '4000::1',
    '3fff::1',
  ])('refuses %s', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each([
    '',
    'localhost',
    '0177.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '1.2.3.4.5',
    '256.0.0.1',
    '8.8.8.8 ',
    '2606:4700:4700::1111%eth0',
    '[::1]',
    '::ffff:xyz',
  ])('takes %j for no address at all', (text) => expect(isPublicAddress(text)).toBe(false));

  it.skipIf(!hasShared)('refuses every address and range of other people’s lists', () => {
    const lines = (file: string): string[] =>
      readFileSync(join(sharedDir, 'vectors/ssrf-urls', file), 'utf8')
        .split('\n')
        .filter((line) => line !== '');
    for (const address of lines('ips-private-ssrf-guard.txt'))
      expect(isPublicAddress(address), address).toBe(false);
    for (const range of lines('cidr-denied-antissrf-recommendedV1.txt')) {
      const [first = ''] = range.split('/');
      expect(isPublicAddress(first), range).toBe(false);
    }
  });
});

describe('isAllowListed', () => {
  it('knows hosts, addresses and CIDRs', () => {
    const list = ['feeds.internal', '10.1.2.3', '192.168.0.0/16', 'fd00::/8', '::1'];
    expect(isAllowListed(list, 'Feeds.Internal', '10.9.9.9')).toBe(true);
    expect(isAllowListed(list, 'other', '10.1.2.3')).toBe(true);
    expect(isAllowListed(list, 'other', '::ffff:10.1.2.3')).toBe(true);
    expect(isAllowListed(list, 'other', '192.168.77.1')).toBe(true);
    expect(isAllowListed(list, 'other', 'fd12::1')).toBe(true);
    expect(isAllowListed(list, '::1', '::1')).toBe(true);
    expect(isAllowListed(list, 'other', '10.1.2.4')).toBe(false);
    expect(isAllowListed(list, 'sub.feeds.internal', '10.9.9.9')).toBe(false);
    expect(isAllowListed([], 'localhost', '127.0.0.1')).toBe(false);
  });
});

it('tells an address from a name as URLs write them', () => {
  expect(['1.2.3.4', '[::1]', '::1'].map(isAddress)).toEqual([true, true, true]);
  expect(['example.com', '1.2.3', '1.2.3.4.nip.io', 'dead:beef'].map(isAddress)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
