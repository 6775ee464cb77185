import { describe, expect, it } from 'vitest';
import { all } from '../../src/console/words/all.js';
import { say } from '../../src/console/words/say.js';
import type { Key } from '../../src/console/words/all.js';
import type { Text } from '../../src/console/words/table.js';
import { noticeKinds } from '../../src/core/setup/notice-plan.js';
import { removalsSentence } from '../../src/inspect/attention/tasks.js';
import type { OverviewKind } from '../../src/model/attention-kinds.js';
import { attentionKinds } from '../../src/model/attention-kinds.js';
import { valuesSentence } from '../../src/texts/content-words.js';
import { decisionSentence } from '../../src/texts/decisions/decision-words.js';
import { noticeItemWords } from '../../src/texts/notice-words.js';
import { overviewText } from '../../src/texts/overview-words.js';
import { disagreements } from '../support/serbian-numbers.js';

const counts = [1, 2, 5, 11, 12, 21, 22, 25, 111, 122];
const question = {
  id: 'q',
  by: 'mapping',
  name: 'estate-sistem',
  matter: { kind: 'values', rule: 'band', field: 'price', cause: null, change: 'new' },
} as const;

it('the judge finds what does not agree', () => {
  expect(disagreements('2 oglasa ne može da se objavi.', 2)).toHaveLength(1);
  expect(disagreements('21 oglasa čeka.', 21)).toHaveLength(1);
  expect(disagreements('22 oglasa čekaju.', 22)).toEqual([]);
});

describe.each(counts)('of %i things', (count) => {
  it('every counted text of the console agrees', () => {
    const wrong = (Object.keys(all) as Key[])
      .filter((key) => typeof (all[key] as { sr: Text }).sr === 'object')
      .map((key) => say('sr-Latn', key, { n: count }))
      .flatMap((text) => disagreements(text, count));
    expect(wrong).toEqual([]);
  });

  it('every attention item agrees, in the overview and in notices', () => {
    const kinds = [...attentionKinds, 'source_down'].filter(
      (kind): kind is OverviewKind => !['unknown_word', 'invalid', 'feed_stalled'].includes(kind),
    );
    const seen = kinds.flatMap((kind) => {
      const behind = { cause: 'not_sent', detail: null } as const;
      const disk = { place: 'data', code: 'ENOSPC' } as const;
      const item = { kind, subject: null, count, agencies: count, behind, question, feeds: count, disk };
      const { sentence, next } = overviewText(item);
      return [sentence.sr, next.sr];
    });
    const hold = { id: 3, kind: 'removals', lines: count, inactive: 0, cause: null, titles: [] } as const;
    const sent = noticeKinds.flatMap((kind) =>
      (['agency', 'staff'] as const).map((audience) => {
        const asked = { question, feeds: count };
        return noticeItemWords({ kind, agency: 'Kvart', count, hold, reason: null, asked }, audience, 'sr')
          .what;
      }),
    );
    expect([...seen, ...sent].flatMap((text) => disagreements(text, count))).toEqual([]);
  });

  it('decisions agree', () => {
    const many = Array.from({ length: count }, (_, place) => `A${place}`);
    const said = [
      ['approved', { removed: many, inactive: many }],
      ['foreign', { archive: many, adopt: many }],
      ['removals.expected', { removals: count, until: 1 }],
      ['erase.agency', { feeds: many, rows: {} }],
    ] as const;
    const wrong = said
      .map(([action, data]) => decisionSentence({ action, subject: 'x', data, showTime: () => 'sutra' }).sr)
      .flatMap((text) => disagreements(text, count));
    expect(wrong).toEqual([]);
  });

  it('what an agency is asked agrees', () => {
    const asked = [0, count].map(
      (inactiveCount) => removalsSentence({ lineCount: count, inactiveCount, cause: null }).sr,
    );
    const wrong = [...asked, valuesSentence(count).sr].flatMap((text) => disagreements(text, count));
    expect(wrong).toEqual([]);
  });
});
