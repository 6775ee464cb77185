import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { photoUrlProblem } from '../../src/wire/listing.js';
import { hasShared, sharedDir } from '../shared-dir.js';

describe('photo addresses', () => {
  it.each([
    'https://img.agency.rs/a%20b.jpg?w=1&h=2#x',
    'HTTPS://IMG.AGENCY.RS/1.jpg',
    'https://слике.срб/1.jpg',
    'https://1.2.3.4.agency.rs/1.jpg',
    'https://img.agency.rs/@2x.jpg',
  ])('%s is public', (url) => {
    expect(photoUrlProblem(url)).toBeNull();
  });

  it.each([
    '',
    'img.agency.rs/1.jpg',
    '//img.agency.rs/1.jpg',
    'https:img.agency.rs/1.jpg',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'file:///etc/passwd',
    'https://',
    'https://img.agency.rs/a b.jpg',
    'https://img.agency.rs\\@evil.rs/',
    'https://@img.agency.rs/1.jpg',
    'https://img.agency.rs:444/1.jpg',
    'https://2130706433/1.jpg',
    'https://0x7f.1/1.jpg',
    'https://[::1]/1.jpg',
    'https://127.0.0.1./1.jpg',
    'https://intranet/1.jpg',
    'https://localhost./1.jpg',
    'https://printer.local/1.jpg',
    'https://db.svc.internal/1.jpg',
  ])('%s is not', (url) => {
    expect(photoUrlProblem(url)).not.toBeNull();
  });

  it.skipIf(!hasShared)('accepts no IP address in any spelling of the collected attacks', () => {
    const path = `${sharedDir}/vectors/ssrf-urls/whatwg-normalised-node20.tsv`;
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      const url = (line.split('\t')[0] ?? '').replace(/^http:/, 'https:');
      if (photoUrlProblem(url) === null) expect(new URL(url).hostname, url).toMatch(/\.[a-z][a-z0-9-]*\.?$/);
    }
  });
});

it('judges a plain address as the URL parser does', () => {
  const label = fc.constantFrom(
    'img',
    'a-1',
    '-',
    '1',
    '0x7f',
    'xn--',
    'xn--e1aybc',
    'local',
    'home',
    'arpa',
    'rs',
    '',
  );
  const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'));
  const rest = fc.constantFrom(
    '',
    '/',
    '/a%20b.jpg',
    '?w=1',
    '#x',
    '/@2x',
    '/%zz',
    ':443/a',
    '@b.rs/',
    '/a|b^c',
  );
  fc.assert(
    fc.property(host, rest, (name, path) => {
      // In capitals it is no plain address any more.
      expect(photoUrlProblem(`https://${name}${path}`)).toBe(photoUrlProblem(`HTTPS://${name}${path}`));
    }),
    { numRuns: 2_000 },
  );
});
