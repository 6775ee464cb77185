import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { photoAddresses } from '../../src/core/content/photo-addresses.js';

const [one, two, three] = [
  'https://img.example.com/1.jpg',
  'https://img.example.com/2.jpg',
  'http://b.example/3.png',
];

describe('photo addresses in one value', () => {
  it.each<[what: string, value: string, addresses: string[]]>([
    ['a comma and a space', `${one}, ${two}`, [one, two]],
    ['a comma', `${one},${two},${three}`, [one, two, three]],
    ['a semicolon', `${one};${two}`, [one, two]],
    ['a pipe with spaces', `${one} | ${two} |`, [one, two]],
    ['line ends', `${one}\r\n${two}\n${three}`, [one, two, three]],
    ['a tab', `${one}\t${two}`, [one, two]],
    ['a space', `${one} ${two}`, [one, two]],
    ['a no-break space and a zero-width space', `${one}\u00a0${two}\u200b${three}`, [one, two, three]],
    ['several kinds and empty slots', `|${one}||${two};,\n ${three},`, [one, two, three]],
    ['another scheme', `${one},ftp://img.example.com/2.jpg`, [one, 'ftp://img.example.com/2.jpg']],
    [
      'capitals',
      `HTTPS://IMG.example.com/1.jpg,HTTP://b.example/2.jpg`,
      ['HTTPS://IMG.example.com/1.jpg', 'HTTP://b.example/2.jpg'],
    ],
    ['quotes', `"${one}", "${two}"`, [one, two]],
    [
      'a list of objects as JSON',
      JSON.stringify([
        { name: one, title: '1' },
        { title: '2', name: two, thumb: `${two}.small` },
      ]),
      [one, two],
    ],
    ['an object of addresses as JSON', JSON.stringify({ 1: one, 2: two }), [one, two]],
    ['a list as JSON', JSON.stringify([one, two]).replaceAll('/', '\\/'), [one, two]],
    ['a list as other software prints it', `['${one}', '${two}']`, [one, two]],
    ['angle brackets', `<${one}>, <${two}>`, [one, two]],
    [
      'addresses without a scheme',
      '//a.example/1.jpg, //a.example/2.jpg',
      ['//a.example/1.jpg', '//a.example/2.jpg'],
    ],
    [
      'an address within an address',
      'https://proxy.example/https://a.example/1.jpg',
      ['https://proxy.example/https://a.example/1.jpg'],
    ],
    [
      'an address in a query',
      `https://proxy.example/?u=${one}&w=8,${two}`,
      [`https://proxy.example/?u=${one}&w=8`, two],
    ],
    [
      'a comma within an address',
      'https://a.example/w_100,h_50/1.jpg',
      ['https://a.example/w_100,h_50/1.jpg'],
    ],
    [
      'a space, a semicolon and a pipe within an address',
      'https://a.example/a b;c|d.jpg?x=1;y=2',
      ['https://a.example/a b;c|d.jpg?x=1;y=2'],
    ],
    ['two slashes within an address', 'https://a.example/a, //b/1.jpg', ['https://a.example/a, //b/1.jpg']],
    ['an escaped ampersand', 'https://a.example/?id=7&amp;w=8', ['https://a.example/?id=7&w=8']],
    [
      'an ampersand escaped twice',
      'https://a.example/?id=7&amp;amp;w=8&#038;h=9&#x26;q=1',
      ['https://a.example/?id=7&w=8&h=9&q=1'],
    ],
    [
      'an escaped ampersand before an address',
      `https://a.example/?id=7&amp;${one}`,
      [`https://a.example/?id=7&${one}`],
    ],
    ['file names', 'a.jpg, b.jpg', ['a.jpg, b.jpg']],
    ['nothing', '', ['']],
    ['separators alone', ' | , ', ['']],
  ])('%s', (_, value, addresses) => {
    expect(photoAddresses(value)).toEqual(addresses);
  });

  const separator = fc.stringMatching(/^[,;|\s]{1,4}$/);
  const address = fc
    .tuple(
      fc.constantFrom('https', 'http'),
      fc.webPath(),
      fc.constantFrom('', '?a=1,2', '/https://h.example/a.jpg', '/x,y'),
    )
    .map(([scheme, path, end]) => `${scheme}://img.example.com/p${path}${end}`)
    // An address that ends in a separator is one that a separator follows.
    .filter((text) => !/[,;|\s"'\]>]$|&amp;/.test(text) && photoAddresses(text).length === 1);

  it('finds each address of a list, whatever separates them', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(address, separator), { minLength: 1, maxLength: 5 }), (list) => {
        const value = list.flat().join('');
        expect(photoAddresses(value)).toEqual(list.map(([text]) => text));
      }),
    );
  });

  const piece = fc.oneof(
    fc.constantFrom(
      ',',
      ';',
      '|',
      ' ',
      '\n',
      '\t',
      'https://',
      'http://',
      '//',
      'ftp://',
      '"',
      "'",
      '[',
      ']',
      '<',
      '&amp;',
      'a',
      '.jpg',
      ':',
    ),
    fc.string({ maxLength: 3 }),
  );

  it('leaves no separator before a scheme in an address', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        for (const one of photoAddresses(pieces.join('')))
          expect(one).not.toMatch(/[,;|\s]["'[<]*[a-z][a-z\d+.-]{0,10}:\/\//i);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([',', '"', 'a', '//', ':', 'a://', ',a', '&amp;', '[', ' "'])(
    'reads a long value of %j in linear time',
    (text) => {
      const started = process.cpuUsage().user;
      photoAddresses(text.repeat(200_000));
      photoAddresses(`${one}${text.repeat(200_000)}${two}`);
      expect((process.cpuUsage().user - started) / 1e6).toBeLessThan(2);
    },
  );
});
