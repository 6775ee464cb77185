import { expect, it } from 'vitest';
import { holdTexts } from '../../src/texts/hold-text.js';

it('what the log says of a hold names listings by their ids, never by their titles', () => {
  const hold = { id: 7, kind: 'removals', reason: 'Two are gone.', lineCount: 2, cause: null } as const;
  const lines = ['A-1', 'A-2'].map((externalId) => ({ externalId, title: `Dvosoban stan ${externalId}` }));
  const texts = holdTexts(hold, lines, 0);
  expect(texts.first).toBe('A-1; A-2');
  expect(JSON.stringify(texts)).not.toContain('stan');
});
