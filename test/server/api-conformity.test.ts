import { describe, expect, it } from 'vitest';
import { Conformity } from './api-conformity.js';
import { apiDocument } from './api-document.js';

const answer = (path: string, body: unknown, more = {}) => ({
  ...{ method: 'GET', path, status: 200, type: 'application/json', text: JSON.stringify(body), ...more },
});
const change = {
  ...{ id: 1, kind: 'answer', subject: 'x', value: null, characters: null, author: 'ana' },
  ...{ at: '2026-01-01T00:00:00.000Z', undone_at: null, undone_by: null, sentence: { sr: 'a', en: 'b' } },
};

describe('every answer that the tests of the API get', () => {
  it('is held against the document, which finds what is missing, beside it, of another type or not described', async () => {
    const document = await Conformity.of();
    const problem = (body: unknown, more = {}) =>
      document.problemOf(answer('/feeds/a/changes/1?x=y', body, more));
    expect(problem(change)).toBeNull();
    const { author: _author, ...without } = change;
    const wrong = [
      without,
      { ...change, beside: 1 },
      { ...change, at: 'today' },
      { ...change, sentence: null },
      { ...change, sentence: { ...change.sentence, de: 'c' } },
    ];
    for (const body of wrong) expect(problem(body)).toContain('otherwise than described');
    expect(problem(change, { status: 201 })).toContain('not described');
    expect(problem('x', { type: 'text/plain' })).toContain('not described');
    expect(problem(change, { status: 404 })).toContain('otherwise than described');
    expect(problem({ error: { code: 'c', message: 'm', details: [] } }, { status: 404 })).toBeNull();
  });

  it('may be null where the document says so of a named part', async () => {
    const text = JSON.stringify(await apiDocument());
    const parts = [...text.matchAll(/"anyOf":\[\{"\$ref":"[^"]*"\},\{"type":"null"\}\]/g)];
    expect(parts.length).toBeGreaterThan(3);
    expect(text).not.toMatch(/"type":\["object","null"\][^{}]*\}\]/);
  });
});
