import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decisionSentence, type Decision } from '../../src/texts/decisions/decision-words.js';

const said = (action: string, subject: string, data: Decision['data'] = {}): { sr: string; en: string } =>
  decisionSentence({ action, subject, data, showTime: () => '2026-12-01 00:00:00' });

/** The actions that the store, the API and the daemon write down. */
function written(): string[] {
  const files = ['src/store', 'src/server', 'src/sync/decisions'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => readFileSync(join(folder, path), 'utf8')),
  );
  const literal = files
    .filter((text) => /addAudit|audit\.add|addRequest/.test(text))
    .flatMap((text) => [...text.matchAll(/action: '([\w.]+)'|auditDoubt\(writer, '([\w.]+)'/g)])
    .map(([, named, doubt]) => named ?? doubt ?? '');
  const kinds = ['rejected', 'given', 'rekeyed', 'active', 'paused', 'retired', 'orphaned'];
  return [...new Set([...literal, ...kinds])];
}

describe('a decision', () => {
  it('of each action that is written down is a sentence in both languages', () => {
    const actions = written();
    expect(actions.length).toBeGreaterThan(30);
    const silent = actions.filter((action) => said(action, 'X', { kind: 'mandate' }).sr.includes(action));
    expect(silent).toEqual([]);
    for (const action of actions)
      expect(Object.values(said(action, 'X', { kind: 'mandate' })).join(' ')).not.toMatch(
        /undefined|NaN|\[object/,
      );
  });

  it.each([
    [
      said('approved', '3', { removed: ['a', 'b'], inactive: [] }),
      'Zadržavanje 3 je odobreno: za skidanje 2 oglasa.',
      'Hold 3 was approved: 2 listings to remove.',
    ],
    [
      said('suppress', 'A1', { reason: 'spor sa vlasnikom', until: 1 }),
      'Oglas `A1` je sklonjen sa portala, do 2026-12-01 00:00:00. Razlog: „`spor sa vlasnikom`”.',
      'Listing A1 is kept off the portal, until 2026-12-01 00:00:00. Reason: “spor sa vlasnikom”',
    ],
    [
      said('content.confirmed', 'A1', { field: 'price', value: '95000 EUR' }),
      'Potvrđena je vrednost: oglas `A1`, cena `95000 EUR`.',
      'A value was confirmed: listing A1, price 95000 EUR.',
    ],
    [
      said('feed.change', 'novi', { changes: [1, 2], word: 2 }),
      'Feed `novi` je izmenjen: značenja reči (2).',
      'Feed novi was changed: meanings of words (2).',
    ],
    [
      said('account.add', 'ana', { role: 'operator' }),
      'Napravljen je nalog `ana` (operater).',
      'Created: account ana (operator).',
    ],
    [said('new.kind', 'x'), '`new.kind`: `x`', 'new.kind: x'],
  ])('names its subject and the reason: %o', ({ sr, en }, wantedSr, wantedEn) => {
    expect(sr).toBe(wantedSr);
    expect(en.startsWith(wantedEn)).toBe(true);
  });
});
