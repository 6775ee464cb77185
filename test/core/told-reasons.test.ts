import { describe, expect, test } from 'vitest';
import { inBrackets, toldReason } from '../../src/texts/reasons/told-reason.js';
import { recordedReasons } from './recorded-reasons.js';

/** Words of which hardly an English sentence has none, where no value is quoted. */
const english = /\b(?:the|of|is|are|not|and|it|its|this|that|with|by|was|were)\b/i;

/** What the daemon itself says: values of feeds and servers stand between backticks. */
const own = (text: string): string => text.replace(/`[^`]*`/g, '');

describe('reasons that the daemon stored', () => {
  test('are told in Serbian, and in English as they are stored', () => {
    expect(recordedReasons.length).toBeGreaterThan(50);
    for (const reason of recordedReasons) {
      const told = toldReason(reason);
      expect(told?.en, reason).toBe(reason);
      expect(own(told?.sr ?? 'the'), reason).not.toMatch(english);
    }
  });

  test('keep their values, and count in Serbian', () => {
    const reason = (count: number): string =>
      `Feed kvart no longer has ${count} listing${count === 1 ? ' that is' : 's that are'} on the portal. They were not removed, because ${count} of 143 listings within the last 24 hours is more than removals.max_share (30 %).`;
    expect(toldReason(reason(70))?.sr).toBe(
      'Na portalu je 70 oglasa feeda `kvart` koji više nisu u fajlu. Oglasi nisu skinuti, jer 70 od 143 oglasa u poslednja 24 sata prelazi dozvoljeni deo (`removals.max_share`: 30 %).',
    );
    expect(toldReason(reason(1))?.sr).toMatch(
      /^Na portalu je 1 oglas feeda `kvart` koji više nije u fajlu\./,
    );
    expect(toldReason(reason(22))?.sr).toMatch(
      /^Na portalu su 22 oglasa feeda `kvart` koja više nisu u fajlu\./,
    );
    expect(toldReason('https://a.example/x.xml?a=1: it answers 503')?.sr).toBe(
      '`https://a.example/x.xml?a=1`: server odgovara 503',
    );
  });

  test('are no guess where another release wrote them', () => {
    expect(toldReason('The flux capacitor of feed a is empty.')).toBeNull();
    expect(toldReason('Feed a no longer has 2 listings that are on the portal. Whatever.')).toBeNull();
    expect(toldReason('')).toBeNull();
    expect(inBrackets('The flux capacitor is empty.')).toEqual({
      sr: '',
      en: ' (The flux capacitor is empty)',
    });
    expect(inBrackets('http_503')).toEqual({ sr: ' (`http_503`)', en: ' (http_503)' });
  });

  test('cost little, however long and repetitive what they quote is', () => {
    const long = `Feed ${'a: it answers 5; then '.repeat(100)} is no longer in the configuration.`;
    expect(toldReason(long)).toBeNull();
  });
});
