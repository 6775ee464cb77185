import { describe, expect, it } from 'vitest';
import { whyNotPassword } from '../../src/server/access/passwords.js';

const name = 'ana.jovic@agency.example';
const why = (password: string): string => whyNotPassword(password, name) ?? '';

describe('a password is refused where it is made of what is tried first', () => {
  it.each([
    'password1234',
    'Password2024!',
    'P@ssw0rd12345',
    'passwordpassword',
    'qwertyuiop123',
    '1234567890123',
    'lozinka123456',
    'iloveyou2020!',
    'administrator1',
    'feedsync12345',
    'Beograd2025!!',
    'partizan-1945-zvezda',
    'jovicjovic123',
    'abcabcabcabcabc',
    'correct horse battery staple'.replaceAll(' ', ''),
    'PASSWORD-PASSWORD-1',
    '１２３４５６７８９０１２',
    'sifra sifra sifra',
  ])('%s', (password) => {
    expect(why(password)).toContain('too easy to guess');
  });

  it.each([
    'vetar nosi cetiri kamena',
    'magla kroz rerna sedlo',
    'x9!Kd02_mVq7Lz',
    'tri zute bicikle na tavanu',
    'ovce voze tramvaj 2024',
  ])('and taken where it is not: %s', (password) => {
    expect(why(password)).toBe('');
  });

  it('is refused because of its length with a sentence of its own, and read in no more time where it is long', () => {
    expect(why('kratka')).toContain('too short');
    expect(why('word '.repeat(41))).toContain('too long');
  });
});
