import { describe, expect, it } from 'vitest';
import { connectRefusal } from '../../src/texts/connect-refusals.js';
import { cyrillicText } from '../../src/core/content/scripts.js';
import { agencyState, type SetupFacts } from '../../src/core/setup/setup-steps.js';
import { whyNotSend } from '../../src/texts/why-not-send.js';
import { readingSentence } from '../../src/texts/setup-texts.js';
import { currentStatement } from '../../src/texts/statements.js';

const result = {
  ...{ mapping: 'm', records: 3, listings: 3, ready: 2, leftOut: 0, causes: [], cards: [], words: [] },
  asked: { 'legal.mandate_attested': 3, 'rent.owner_lives_nearby': 1, 'price.currency': 2 },
};
const nothing: SetupFacts = {
  ...{ reading: null, hasSignedIn: false, isConnected: false, isConfirmed: false, isSent: false },
  ...{ mandate: null, ownerNearby: null, choices: {}, chosen: {} },
};

describe('what setting up says', () => {
  it.each([
    [140, 131, 'Pročitali smo 140 oglasa; 131 je spreman.', 'We read 140 listings; 131 are ready.'],
    [22, 3, 'Pročitali smo 22 oglasa; 3 su spremna.', 'We read 22 listings; 3 are ready.'],
    [21, 12, 'Pročitali smo 21 oglas; 12 je spremno.', 'We read 21 listings; 12 are ready.'],
    [1, 1, 'Pročitali smo 1 oglas; spreman je.', 'We read 1 listing; it is ready.'],
    [5, 5, 'Pročitali smo 5 oglasa; svi su spremni.', 'We read 5 listings; all are ready.'],
    [5, 0, 'Pročitali smo 5 oglasa; nijedan nije spreman.', 'We read 5 listings; none is ready.'],
  ])('counts %i and %i in both languages', (listings, ready, sr, en) => {
    expect(readingSentence({ listings, ready })).toEqual({ sr, en });
  });

  it('writes statements in Cyrillic with capitals, and leaves names alone', () => {
    expect(cyrillicText('Njegoš i LJUBAV, džep: {agency}')).toBe('Његош и ЉУБАВ, џеп: {agency}');
    expect(currentStatement('identity', { agency: 'Dom', number: '7' }).yes.en).toContain(
      'calls Dom, register number 7',
    );
  });

  it('says of every refusal of a code what to do', () => {
    const codes = ['connect_code_invalid', 'agency_not_eligible', 'unreachable', 'unknown', 'something_new'];
    const said = codes.map((code) => connectRefusal({ code, reason: null }).en);
    expect(new Set(said).size).toBe(codes.length);
    expect(connectRefusal({ code: 'agency_not_eligible', reason: 'account_blocked' }).en).toContain(
      'blocked',
    );
  });

  it('names one thing to be done after the other', () => {
    let facts = nothing;
    const after = (change: Partial<SetupFacts>): [string, string | null] => {
      facts = { ...facts, ...change };
      return [agencyState(facts), whyNotSend(facts)?.en ?? null];
    };
    expect(after({})).toEqual(['invited', expect.stringContaining('not read yet')]);
    expect(after({ hasSignedIn: true })[0]).toBe('reading');
    expect(after({ reading: { ok: true, readAt: 1, result } })).toEqual([
      'connecting',
      expect.stringContaining('enter the code'),
    ]);
    expect(after({ isConnected: true })).toEqual(['confirming', expect.stringContaining('confirm')]);
    expect(after({ isConfirmed: true })).toEqual(['answering', expect.stringContaining('mandates')]);
    expect(after({ mandate: true })[1]).toContain('live nearby');
    expect(after({ ownerNearby: false })[1]).toContain('currency of the price');
    expect(after({ choices: { 'price.currency': 'EUR' } })).toEqual(['ready', null]);
    expect(after({ mandate: false })[1]).toContain('Listings without a mandate');
    expect(after({ mandate: true, isSent: true })[0]).toBe('sent');
  });
});
