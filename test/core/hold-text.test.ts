import { expect, it } from 'vitest';
import { removalsSentence } from '../../src/inspect/attention/tasks.js';
import { agencySentence } from '../../src/texts/listing/standing-sentences.js';
import { noticeItemWords } from '../../src/texts/notice-words.js';
import { decideText, holdTexts } from '../../src/texts/hold-text.js';

it('what the log says of a hold names listings by their ids, never by their titles', () => {
  const hold = {
    id: 7,
    kind: 'removals',
    reason: 'Two are gone.',
    lineCount: 2,
    inactiveCount: 0,
    cause: null,
  } as const;
  const lines = ['A-1', 'A-2'].map((externalId) => ({ externalId, title: `Dvosoban stan ${externalId}` }));
  const texts = holdTexts(hold, lines, 0);
  expect(texts.first).toBe('A-1; A-2');
  expect(JSON.stringify(texts)).not.toContain('stan');
});

it.each([
  [0, '`feedsync approve 7` removes them, `feedsync reject 7` keeps them.'],
  [3, '`feedsync approve 7` makes them inactive, `feedsync reject 7` keeps them active.'],
  [
    1,
    '`feedsync approve 7` makes 1 of them inactive and removes the others, `feedsync reject 7` keeps them as they are.',
  ],
])('what a decision does to a hold of 3 listings of which %i become inactive', (inactiveCount, text) => {
  const hold = { id: 7, kind: 'removals', reason: '', lineCount: 3, inactiveCount, cause: null } as const;
  expect(decideText(hold, 0)).toContain(text);
});

it.each([
  [3, 0, 'Iz fajla su nestala 3 oglasa', '3 listings left your file'],
  [1, 1, 'U fajlu je rezervisan ili isključen 1 oglas', '1 listing is reserved or switched off'],
  [3, 3, 'U fajlu su rezervisana ili isključena 3 oglasa', 'should visitors no longer see them?'],
  [
    5,
    2,
    '2 oglasa su rezervisana ili isključena i samo se sakrivaju',
    '2 listings are reserved or switched off',
  ],
])(
  'what an agency is asked about %i listings of which %i become inactive',
  (lineCount, inactiveCount, sr, en) => {
    const asked = removalsSentence({ lineCount, inactiveCount, cause: null });
    expect(asked.sr).toContain(sr);
    expect(asked.en).toContain(en);
  },
);

it.each([
  [
    1,
    0,
    'stoji kao prodat, izdat ili povučen, a portal ga i dalje prikazuje. Da ga skinemo',
    'show',
    'should it be',
  ],
  [
    3,
    0,
    '3 oglasa već neko vreme stoje kao prodata',
    'sold, rented or withdrawn for some time',
    'should they be',
  ],
  [5, 0, '5 oglasa već neko vreme stoji kao prodato', 'Your software has called 5 listings sold', 'removed'],
  [1, 1, 'Da ga sakrijemo od posetilaca?', 'reserved or switched off for some time', 'no longer see it?'],
  [
    2,
    2,
    'stoje kao rezervisana ili isključena',
    'reserved or switched off for some time',
    'no longer see them?',
  ],
  [
    5,
    2,
    '5 oglasa već neko vreme nije u ponudi',
    '2 listings are reserved or switched off',
    'Is that right?',
  ],
])(
  'of %i listings, %i of them inactive, that an upgrade reads it says for how long',
  (lineCount, inactiveCount, sr, ...en) => {
    const asked = removalsSentence({ lineCount, inactiveCount, cause: 'upgrade' });
    expect(asked.sr).toContain(sr);
    for (const part of en) expect(asked.en).toContain(part);
    const hold = {
      id: 7,
      kind: 'removals',
      lines: lineCount,
      inactive: inactiveCount,
      cause: 'upgrade',
      titles: [],
    } as const;
    const item = { kind: 'hold', agency: 'A', count: lineCount, hold, reason: null } as const;
    expect(noticeItemWords(item, 'agency', 'sr').what).toContain('već neko vreme');
    expect(noticeItemWords(item, 'agency', 'en').what).toContain('for some time, and the portal still shows');
  },
);

it.each([
  [false, 'ostaje tako dok se ne odluči'],
  [true, 'odlučeno je da ostane aktivan'],
])('what an agency reads of a listing that stays active, by a decision: %s', (isRejected, sr) => {
  const reasons = { failureCode: null, removeReason: null, details: null, waits: null };
  expect(agencySentence({ kind: 'kept_active', isRejected }, reasons).sr).toContain(sr);
});
