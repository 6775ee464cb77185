import { describe, expect, it } from 'vitest';
import { readContact } from '../../../src/core/content/one-contact.js';

function masked(contact: string, text: string): string {
  const read = readContact(contact);
  if (read === null) throw new Error(`${contact} is no contact`);
  return read.mask(text);
}

describe('a phone number that is looked for', () => {
  it.each([
    ['064/123-45-67', '999/999-99-99'],
    ['+381 64 123 45 67', '+999 99 999 99 99'],
    ['00381641234567', '99999999999999'],
    ['(064) 1234567', '(999) 9999999'],
    ['{"phone":381641234567}', '{"phone":999999999999}'],
  ])('is found as %s', (written, left) => {
    expect(masked('+381 64 123-45-67', `Pozovite: ${written}!`)).toBe(`Pozovite: ${left}!`);
    expect(masked('064 1234567', `Pozovite: ${written}!`)).toBe(`Pozovite: ${left}!`);
  });

  it('is found in a file of two bytes to a character', () => {
    const text = Buffer.from('tel 064/123-45-67, hvala', 'utf16le').toString('latin1');
    const left = Buffer.from('tel 999/999-99-99, hvala', 'utf16le').toString('latin1');
    expect(masked('+381641234567', text)).toBe(left);
  });

  it('is neither another number nor a part of a longer one', () => {
    const text = 'cena 124500, 064/123-45-68, šifra 64123456789';
    expect(masked('064/123-45-67', text)).toBe(text);
    expect(masked('345 678', 'a 12345678 b 345678')).toBe('a 12345678 b 999999');
  });
});

describe('an e-mail address that is looked for', () => {
  it('is found in any case and as files write it', () => {
    expect(masked('ana.n@agencija.example', 'Ana.N@Agencija.example ana.n&#64;agencija.example')).toBe(
      'xxx.x@xxxxxxxx.xxxxxxx xxx.x&#64;xxxxxxxx.xxxxxxx',
    );
    expect(masked('ana.n@agencija.example', 'mailto:ana.n%40agencija.example')).toBe(
      'mailto:xxx.x%40xxxxxxxx.xxxxxxx',
    );
  });

  it('is found in folded titles, where dj is one letter', () => {
    expect(masked('djura@agencija.example', 'zovite dura@agencija.example')).toBe(
      'zovite xxxx@xxxxxxxx.xxxxxxx',
    );
  });

  it('is not the end of another', () => {
    const text = 'hana.n@agencija.example, ana-n@agencija.example';
    expect(masked('ana.n@agencija.example', text)).toBe(text);
  });
});

it.each(['', 'Ana', '12345', 'ana@', 'a1b2c3d4e5f6'])('"%s" is no contact', (text) => {
  expect(readContact(text)).toBeNull();
});
