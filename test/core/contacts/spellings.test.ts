import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findContacts, maskContacts, stripContacts } from '../../../src/core/content/find-contacts.js';
import { contactLengthMax, readContact } from '../../../src/core/content/one-contact.js';

/** The judge: what a person reads, with everything taken away that is neither digit nor letter. */
const phones: [string, string][] = [
  ['no-break spaces', '064\u00a0123\u00a045\u00a067'],
  ['thin spaces', '064\u2009123\u200945\u200967'],
  ['en dashes', '064–123–45–67'],
  ['no-break hyphens', '064‑123‑45‑67'],
  ['minus signs', '064−123−4567'],
  ['underscores', '064_123_45_67'],
  ['bold digits', '064/<b>123</b>-45-67'],
  ['escaped tags', '064 &lt;b&gt;123&lt;/b&gt; 45 67'],
  ['a line break element', '064 123<br/>45 67'],
  ['entities', '064&nbsp;123&#160;45&#xa0;67'],
  ['dash entities', '064&ndash;123&#8211;4567'],
  ['full-width digits', '０６４ １２３ ４５ ６７'],
  ['zero-width spaces', '06\u200b4 12\u200b3 45\u200b67'],
  ['soft hyphens', '064\u00ad123\u00ad4567'],
  ['bullets', '064•123•45•67'],
  ['digits as entities', '&#48;&#54;&#52; 123 45 67'],
];
const emails: [string, string][] = [
  ['a zero-width space', 'ana.n\u200b@agencija.example'],
  ['a soft hyphen', 'ana.n@agen\u00adcija.example'],
  ['an entity', 'ana.n&#64;agencija.example'],
  ['a named entity', 'ana.n&commat;agencija&period;example'],
  ['the word', 'ana.n(at)agencija.example'],
  ['the word in brackets', 'ana.n [at] agencija.example'],
  ['full-width letters', 'ａｎａ.ｎ＠agencija.example'],
  ['a break opportunity', 'ana.n@<wbr>agencija.example'],
];

const phone = readContact('+381 64 123-45-67')!;
const email = readContact('ana.n@agencija.example')!;

describe('a contact in any spelling', () => {
  it.each([...phones, ...emails])('with %s is found, hidden, and taken out of texts', (_name, written) => {
    const text = `Stan na Limanu, zovite ${written} posle pet.`;
    expect(findContacts(text)).toEqual([written]);
    expect(maskContacts(text)).toBe('Stan na Limanu, zovite ••• posle pet.');
    expect(stripContacts(text)).toBe('Stan na Limanu, zovite  posle pet.');
  });

  it.each([
    ...phones.map(([name, written]) => [name, phone, written] as const),
    ...emails.map(([name, written]) => [name, email, written] as const),
  ])('with %s is overwritten in texts and in the bytes of files', (_name, { mask }, written) => {
    const text = `čćž ${written} šđ`;
    const left = mask(text);
    expect(left).toHaveLength(text.length);
    expect(mask(left)).toBe(left);
    expect(readable(left)).not.toMatch(/64123|anan/);
    // Of UTF-16 only what ASCII and Latin-1 have is known.
    const encodings: BufferEncoding[] = /[\u200b\uff01-\uff5e]/.test(written)
      ? ['utf8']
      : ['utf8', 'utf16le'];
    for (const encoding of encodings) {
      const bytes = Buffer.from(text, encoding).toString('latin1');
      const masked = mask(bytes);
      expect(masked).toHaveLength(bytes.length);
      expect(readable(Buffer.from(masked, 'latin1').toString(encoding))).not.toMatch(/64123|anan/);
      // What is left is text of that encoding, and what stands around it is as it was.
      expect(Buffer.from(masked, 'latin1').toString(encoding)).toMatch(/^čćž .* šđ$/su);
    }
  });

  it('in a title or an address is hidden too', () => {
    expect(maskContacts('Glavna 5, 064 123 45 67')).toBe('Glavna 5, •••');
    expect(maskContacts(null)).toBeNull();
  });
});

describe('what is no contact', () => {
  it.each([
    'Cena 120–150 000 EUR, od 0 – 100 000 din',
    'Radno vreme 08–20h, subotom 09–14h, sprat 0–5',
    'Izgrađen 1998–2004, površina 54 m<sup>2</sup>, dvorište 1 200 m&sup2;',
    'Sobe: 12, 14, 16, 18, 20; cena 2&nbsp;500&nbsp;000 din',
    'popust 100%20 i 50%30 000',
  ])('%j stays', (text) => {
    expect(findContacts(text)).toEqual([]);
    expect(stripContacts(text)).toBe(text);
  });
});

it('a text that is masked keeps its length, and masking again changes nothing', () => {
  const parts = fc.constantFrom(
    '064',
    '123',
    '45',
    '67',
    ' ',
    '/',
    '&nbsp;',
    '<b>',
    '</b>',
    '\u200b',
    '％',
    '０',
    '&#48;',
    '\\u0030',
    '%30',
    'x',
    'š',
    '\u00c5\u00a0',
    '\0',
    '+381',
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('');
      const left = phone.mask(text);
      expect(left).toHaveLength(text.length);
      expect(phone.mask(left)).toBe(left);
    }),
  );
});

it('what comes near to a contact and stays is named', () => {
  const near = 'zovite 064, pa 123, pa 45 i 67';
  expect(phone.mask(near)).toBe(near);
  expect(phone.maskNear(near)).not.toBe(near);
  expect(email.maskNear('ana.n na agencija.example')).not.toBe('ana.n na agencija.example');
  expect(phone.maskNear('064 123 45 67')).toBe('064 123 45 67');
  expect(phone.maskNear('sasvim drugo 12 34 56')).toBe('sasvim drugo 12 34 56');
  expect(contactLengthMax).toBeGreaterThan(15 * 90);
});

/** Letters and digits as a person reads them; entities by hand, since the judge knows no finder. */
function readable(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/&(?:lt|gt|nbsp|ndash);|&#(?:160|8211|x[aA]0);|<[^>]*>|b&gt;/g, '')
    .replace(/&#48;/g, '0')
    .replace(/&#54;/g, '6')
    .replace(/&#52;/g, '4')
    .replace(/[^0-9A-Za-z]/g, '')
    .toLowerCase();
}
