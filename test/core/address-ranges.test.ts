import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clientBlock,
  coversStrangers,
  isInRanges,
  readAddress,
  readRange,
} from '../../src/core/setup/address-ranges.js';

const ranges = (...entries: string[]) => entries.map((entry) => readRange(entry)!);
const isIn = (address: string, ...entries: string[]): boolean =>
  isInRanges(readAddress(address)!, ranges(...entries));
const block = (address: string): string => clientBlock(readAddress(address)!);

describe('a list of addresses', () => {
  it.each(['10.0.0.5', '172.18.0.0/16', 'fd00:1::/64', '::1', '::ffff:10.0.0.0/104'])('takes %s', (entry) => {
    expect(readRange(entry)).not.toBeNull();
  });

  it.each([
    '',
    'proxy',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '0x7f.1',
    '010.0.0.1',
    '::/129',
    'fe80::1%eth0',
    '::ffff:0:0/90',
    '10.0.0.0/-1',
  ])('refuses "%s"', (entry) => {
    expect(readRange(entry)).toBeNull();
  });

  it('holds what it names, IPv4 written as IPv6 included, and nothing else', () => {
    expect(isIn('172.18.255.1', '172.18.0.0/16')).toBe(true);
    expect(isIn('172.19.0.1', '172.18.0.0/16')).toBe(false);
    expect(isIn('::ffff:172.18.0.1', '172.18.0.0/16')).toBe(true);
    expect(isIn('172.18.0.1', '::ffff:172.18.0.0/112')).toBe(true);
    expect(isIn('fd00:1::9', 'fd00:1::/64')).toBe(true);
    expect(isIn('fd00:2::9', 'fd00:1::/64')).toBe(false);
    expect(isIn('10.0.0.1', '::/1')).toBe(false);
  });

  it.each([
    [['0.0.0.0/0']],
    [['::/0']],
    [['2000::/3']],
    [['2000::/4']],
    [['0.0.0.0/1']],
    [['::ffff:0:0/96']],
    [['128.0.0.0/1', '0.0.0.0/1']],
    [['10.0.0.0/8', '0.0.0.0/2', '64.0.0.0/3', '96.0.0.0/3']],
    [['3000::/4', '2000::/5']],
  ])('covers strangers: %s', (entries) => {
    expect(coversStrangers(ranges(...entries))).toBe(true);
  });

  it.each([
    [[]],
    [['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', '::1']],
    [['2001:db8::/32']],
  ])('covers no strangers: %s', (entries) => {
    expect(coversStrangers(ranges(...entries))).toBe(false);
  });

  it('covers strangers however a half of all addresses is cut into ranges', () => {
    const cut = fc.integer({ min: 1, max: 8 }).chain((bits) =>
      fc.shuffledSubarray(
        Array.from({ length: 2 ** bits }, (_, index) => [index, bits] as const),
        { minLength: 2 ** (bits - 1) },
      ),
    );
    fc.assert(
      fc.property(cut, (parts) => {
        const entries = parts.map(([index, bits]) => `${index << (8 - bits)}.0.0.0/${bits}`);
        expect(coversStrangers(ranges(...entries))).toBe(true);
        const fewer = parts.slice(0, 2 ** ((parts[0]?.[1] ?? 1) - 1) - 1);
        expect(
          coversStrangers(ranges(...fewer.map(([index, bits]) => `${index << (8 - bits)}.0.0.0/${bits}`))),
        ).toBe(false);
      }),
    );
  });
});

describe('one client', () => {
  it('is one IPv4 address, or a /64 of IPv6', () => {
    expect(block('203.0.113.7')).toBe('203.0.113.7');
    expect(block('::ffff:203.0.113.7')).toBe('203.0.113.7');
    expect(block('2001:db8:1:2:3:4:5:6')).toBe(block('2001:db8:1:2::9'));
    expect(block('2001:db8:1:2::9')).not.toBe(block('2001:db8:1:3::9'));
  });

  it.each([
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8::1]:443', '2001:db8:0:0:0:0:0:0/64'],
    ['[2001:db8::1]', '2001:db8:0:0:0:0:0:0/64'],
  ])('is read from %s', (written, expected) => {
    expect(block(written)).toMatch(new RegExp(`^${expected.replace(/(:0)+\//, '(:0|:)+/')}$`));
  });

  it.each(['unknown', '_hidden', '', 'a.example', '300.1.1.1', 'fe80::1%1'])(
    'is not read from "%s"',
    (written) => {
      expect(readAddress(written)).toBeNull();
    },
  );
});
