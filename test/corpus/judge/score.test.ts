import { expect, it } from 'vitest';
import { makeAds } from '../ads.js';
import type { AskedQuestion, Outcome } from '../drive/agency.js';
import { layouts } from '../layouts/index.js';
import { meansOf } from '../print.js';
import { score } from './score.js';

const layout = layouts.find(({ name }) => name === 'sr-csv-samo-izdavanje')!;
const ads = layout.choose(makeAds(40));
const open = ads.filter(({ isSold }) => !isSold).length;

function scored(asked: Readonly<Record<string, number>>) {
  const questions = Object.entries(asked).map(([name, listings]): AskedQuestion => ({
    name,
    listings,
    section: 'constants',
    question: '',
  }));
  const outcome: Outcome = {
    ...{ listings: [], cities: new Map(), questions, unanswered: [], confirmed: 0, ready: 0 },
    ...{ reasons: new Map(), failure: null },
  };
  return score(layout, ads, outcome);
}

it('counts facts of the agency apart from questions about the file', () => {
  const { facts, questions, needless, unasked } = scored({
    ...{ mandate_attested: open, 'rent.type': open, transaction: open, category: 3 },
  });
  expect({ facts, questions, needless, unasked }).toEqual({
    facts: ['mandate_attested', 'rent.type'],
    questions: ['transaction', 'category'],
    needless: ['category'],
    unasked: [],
  });
});

it('requires the question about an undecidable field, of every listing that it decides', () => {
  expect(scored({ mandate_attested: open }).unasked).toEqual(['offer']);
  expect(scored({ transaction: open - 2 }).unasked).toEqual(['offer of 2']);
});

it('names the thresholds that a group misses', () => {
  const printed = meansOf([scored({ category: open })]);
  expect(printed).toContain('≤ 5 % of questions about decidable fields');
  expect(printed).toContain('every undecidable field asked');
  expect(printed).not.toContain('missed: at most 6');
});
